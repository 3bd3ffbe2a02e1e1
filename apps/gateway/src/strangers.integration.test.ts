import { setTimeout as sleep } from "node:timers/promises";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { afterAll, beforeAll, expect, it } from "vitest";
import { json, startTestGateway, type TestAgent, type TestGateway, whileLocked } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;

beforeAll(async () => {
  gateway = await startTestGateway(parseTrustedProxies("127.0.0.1"));
  agent = await gateway.enroll("storage-01");
  await agent.poll();
});
afterAll(() => gateway.close());

const guess = (from: string) => ({ "x-forwarded-for": from, authorization: "Bearer cpk_guess" });
const stranger = {
  polls: (from: string) => gateway.call("GET", "/agent/v1/commands?waitSeconds=20", { headers: guess(from) }),
  reports: (from: string) => gateway.call("POST", "/agent/v1/reports", json({}, guess(from))),
};
const statusOf = async (answer: Promise<{ readonly status: number }>) => (await answer).status;

it.each(["polls", "reports"] as const)(
  "a stranger who %s however often keeps out neither agents nor those of other addresses",
  async (does) => {
    const refused: number[] = [];
    const statuses = await whileLocked(gateway, "host", async () => {
      // More than all the room that there is for those who poll, and 200 of one address.
      const flood = Array.from({ length: 510 }, async () => {
        const status = await statusOf(stranger[does]("198.51.100.1"));
        refused.push(status);
        return status;
      });
      while (refused.length < 310) await sleep(10);
      // Their places are theirs before they are answered.
      const others = [statusOf(agent.poll()), statusOf(stranger[does]("198.51.100.2"))];
      await sleep(300);
      return () => Promise.all([Promise.all(flood), ...others]);
    });
    const [flood, ...others] = await statuses();
    expect(Map.groupBy(flood, (status) => status)).toEqual(
      new Map([
        [503, new Array(310).fill(503)],
        [401, new Array(200).fill(401)],
      ]),
    );
    expect(others).toEqual([200, 401]);
  },
);

it("a host that polls without end is told to slow down before its key is looked up", async () => {
  const polls = await whileLocked(gateway, "host", async () => {
    const polls = Array.from({ length: 200 }, () => statusOf(agent.poll()));
    const first = await Promise.race(polls);
    expect([429, 503]).toContain(first);
    return () => Promise.all(polls);
  });
  const statuses = new Set(await polls());
  expect(statuses).toEqual(new Set([200, 429, 503]));
});
