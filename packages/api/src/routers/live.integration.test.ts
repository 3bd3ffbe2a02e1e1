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
/** What happened before anybody listened, by when. */
let earlier: readonly (readonly [atMs: number, event: LiveEvent])[];
let actor: Actor;
let context: ApiContext;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  listeners = new Set();
  earlier = [];
  actor = vic;
  const subscribe = (listener: (event: LiveEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const since = (ms: number) => earlier.filter(([atMs]) => atMs >= ms).map(([, event]) => event);
  const live = { subscribe, since } as unknown as LiveListener;
  context = { ...testContext(test, vic), live, readActor: async () => actor };
});
afterEach(() => void vi.useRealTimers());

const pageMadeMs = 1000;

async function follow(input: { run?: { runId: string } }, signal?: AbortSignal) {
  const events = await createCaller(context, signal ? { signal } : {}).live.follow({ pageMadeMs, ...input });
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

  it("begins with what changed since the page was made, and listens before it says so", async () => {
    const before: LiveEvent = { topic: "host", hostId: "before" };
    const event: LiveEvent = { topic: "host", hostId: "since" };
    earlier = [
      [pageMadeMs - 1, before],
      [pageMadeMs, event],
    ];
    const line = await follow({});
    expect(dataOf(await line.next())).toEqual({ kind: "changes", changes: [event] });
    const next: LiveEvent = { topic: "host", hostId: "next" };
    // Nobody has asked for the second batch yet.
    for (const listener of listeners) listener(next);
    expect(dataOf(await line.next())).toEqual({ kind: "changes", changes: [next] });
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
