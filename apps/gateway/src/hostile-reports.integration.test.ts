import { randomUUID } from "node:crypto";
import { deflateSync } from "node:zlib";
import { protocolLimits } from "@crosspoint/protocol";
import { judgeBudgetMs } from "@crosspoint/services/report/judge/budget";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pointSecond } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

/** Reports within every limit of size and count, made to keep the server busy. */
let gateway: TestGateway;
let agent: TestAgent;
beforeAll(async () => {
  gateway = await startTestGateway();
  agent = await gateway.enroll("storage-01");
});
afterAll(() => gateway.close());

const nowMs = () => gateway.clock.now.getTime();
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const event = (kind: string, rest: object) => ({ id: randomUUID(), timeMs: nowMs(), kind, ...rest });

/** Half a megabyte of counts in 700 characters, none of which counts anything. */
function bomb(): string {
  const header = Buffer.alloc(40);
  const counts = Buffer.alloc(500_000);
  header.writeInt32BE(0x1c849313, 0);
  header.writeInt32BE(counts.length, 4);
  header.writeInt32BE(5, 12);
  header.writeBigInt64BE(1n, 16);
  const body = deflateSync(Buffer.concat([header, counts]));
  const cookie = Buffer.alloc(8);
  cookie.writeInt32BE(0x1c849314, 0);
  cookie.writeInt32BE(body.length, 4);
  return Buffer.concat([cookie, body]).toString("base64");
}

/** Sends it, and tells the answer, the processor time of this thread, and the longest that it was kept. */
async function measure(events: unknown[]) {
  const body = JSON.stringify({ agentTimeMs: nowMs(), events });
  expect(body.length).toBeLessThanOrEqual(protocolLimits.bodyBytes);
  const headers = { authorization: `Bearer ${agent.key}`, "content-type": "application/json" };
  let longestUs = 0;
  const start = process.threadCpuUsage();
  let turn = start;
  const turns = setInterval(() => {
    const used = process.threadCpuUsage(turn);
    longestUs = Math.max(longestUs, used.user + used.system);
    turn = process.threadCpuUsage();
  }, 1);
  const answer = await gateway.call("POST", "/agent/v1/reports", { body, headers });
  clearInterval(turns);
  const { user, system } = process.threadCpuUsage(start);
  return { answer, processorMs: (user + system) / 1000, longestMs: longestUs / 1000 };
}

it("an inventory with millions of faults is refused by its first ones", async () => {
  const drive = { namespaces: many(protocolLimits.namespacesPerDrive, () => ({ lbaFormats: many(64, () => ({})) })) };
  const { answer, processorMs, longestMs } = await measure([
    event("inventory", { drives: many(155, () => drive), scratchFiles: [] }),
  ]);
  expect(answer.status).toBe(422);
  expect(processorMs).toBeLessThan(judgeBudgetMs);
  expect(longestMs).toBeLessThan(1000);
});

it("histograms that are all work and no content are cut off by the budget, and others have a turn meanwhile", async () => {
  const histogram = bomb();
  const direction = { operations: 0, bytes: 0, histogram };
  const { answer, processorMs, longestMs } = await measure(
    many(1000, (second) => {
      const { read: _, ...rest } = pointSecond(nowMs(), randomUUID(), 0, second);
      return { ...rest, read: direction, write: direction };
    }),
  );
  expect(answer.status).toBe(413);
  expect(answer.body.error).toMatchObject({ code: "tooLarge", remedy: "Send fewer events in one report." });
  expect(processorMs).toBeLessThan(judgeBudgetMs + 1500);
  expect(longestMs).toBeLessThan(1000);
});

it("a full report of honest seconds is far below the budget", async () => {
  const runId = randomUUID();
  const { answer, processorMs } = await measure(
    many(1000, (second) => pointSecond(nowMs(), runId, 0, second, 100_000)),
  );
  // This host has no such run; each event was judged by its content before that was found.
  expect(answer.status).toBe(422);
  expect(processorMs).toBeLessThan(judgeBudgetMs);
});
