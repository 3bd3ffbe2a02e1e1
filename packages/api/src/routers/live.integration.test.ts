import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { Actor, LiveEvent, LiveListener } from "@crosspoint/services";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiContext } from "../context.ts";
import { actorCheckMs } from "../live/watch-stream.ts";
import { createCaller } from "../root.ts";
import { testContext } from "../testing/context.ts";

const vic: Actor = { kind: "person", id: "vic", name: "Vic", email: "vic@example.net", role: "viewer" };
const unknownRun = { runId: "00000000-0000-4000-8000-000000000000" };

let test: TestDatabase;
let listeners: Set<(event: LiveEvent) => void>;
let actor: Actor;
let context: ApiContext;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  listeners = new Set();
  actor = vic;
  const subscribe = (listener: (event: LiveEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  context = { ...testContext(test, vic), live: { subscribe } as unknown as LiveListener, readActor: async () => actor };
});
afterEach(() => void vi.useRealTimers());

async function follow(input: { run?: { runId: string } }, signal?: AbortSignal) {
  const events = await createCaller(context, signal ? { signal } : {}).live.follow(input);
  return (events as AsyncIterable<unknown>)[Symbol.asyncIterator]();
}
/** Without the id by which a lost line goes on. */
const dataOf = ({ value }: IteratorResult<unknown>) => (value as [string, unknown])[1];

describe("live.follow", () => {
  it("says that it stands, then what changes, and outlives a run that is not there", async () => {
    const line = await follow({ run: unknownRun });
    expect(dataOf(await line.next())).toEqual({ kind: "changes", changes: [] });
    const next = line.next();
    await vi.waitFor(() => expect(listeners.size).toBeGreaterThan(0));
    const event: LiveEvent = { topic: "host", hostId: "h" };
    for (const listener of listeners) listener(event);
    expect(dataOf(await next)).toEqual({ kind: "changes", changes: [event] });
  });

  it("ends within one look when its person is removed, and leaves no listener behind", async () => {
    const line = await follow({});
    await line.next();
    const next = line.next().catch((error: unknown) => error);
    await vi.waitFor(() => expect(listeners.size).toBe(1));
    actor = { kind: "anonymous" };
    await vi.advanceTimersByTimeAsync(actorCheckMs);
    expect(await next).toMatchObject({ code: "UNAUTHORIZED" });
    await vi.waitFor(() => expect(listeners.size).toBe(0));
  });

  it("leaves no listener behind when the browser goes away", async () => {
    const request = new AbortController();
    const line = await follow({}, request.signal);
    await line.next();
    const next = line.next();
    await vi.waitFor(() => expect(listeners.size).toBe(1));
    request.abort(new Error("gone"));
    expect(await next).toMatchObject({ done: true });
    await vi.waitFor(() => expect(listeners.size).toBe(0));
  });
});
