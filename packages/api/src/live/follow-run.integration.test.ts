import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { Actor, LiveEvent, LiveListener } from "@crosspoint/services";
import { launchBenchmark } from "@crosspoint/services/run/launch";
import { addDrive, addHost, addPeople, namespaceOf, quickCheck } from "@crosspoint/services/testing/fleet";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ApiContext } from "../context.ts";
import { testContext } from "../testing/context.ts";
import { followRun } from "./follow-run.ts";

const ada: Actor = { kind: "person", id: "operator", name: "Ada", email: "ada@example.net", role: "operator" };

let test: TestDatabase;
let context: ApiContext;
let listeners: Set<(event: LiveEvent) => void>;
let runId: string;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  listeners = new Set();
  const subscribe = (listener: (event: LiveEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  context = { ...testContext(test, ada), live: { subscribe } as unknown as LiveListener };
  const host = await addHost(test.db, { lastSeenAt: new Date() });
  const drive = await addDrive(test.db, host.id);
  ({ runId } = await launchBenchmark(context, { target: namespaceOf(drive), plan: quickCheck }));
});

const change = (data: object) => test.db.benchmarkRun.update({ where: { id: runId }, data });

it("tells what changed of a running run within a second or so, though nothing is announced", async () => {
  await change({ state: "running", startedAt: new Date() });
  const following = new AbortController();
  const updates = followRun(context, { runId, cursor: undefined }, following.signal);
  expect((await updates.next()).value).toMatchObject({ head: { state: "running" } });
  const next = updates.next();
  await change({ cancelRequestedAt: new Date() });
  const sinceMs = performance.now();
  expect((await next).value).toMatchObject({ head: { cancelRequestedAt: expect.any(Date) } });
  expect(performance.now() - sinceMs).toBeLessThan(2500);
  following.abort();
});

it("tells nothing while nothing changes, and what was announced at once", async () => {
  const following = new AbortController();
  const updates = followRun(context, { runId, cursor: undefined }, following.signal);
  await updates.next();
  let told = false;
  const next = updates.next().then((update) => {
    told = true;
    return update;
  });
  for (const listener of listeners) listener({ topic: "run", runId });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(told).toBe(false);
  await change({ state: "failed", reason: "no such drive", finishedAt: new Date() });
  for (const listener of listeners) listener({ topic: "run", runId });
  expect((await next).value).toMatchObject({ head: { state: "failed" } });
  expect(await updates.next()).toMatchObject({ done: true });
  expect(listeners.size).toBe(0);
});
