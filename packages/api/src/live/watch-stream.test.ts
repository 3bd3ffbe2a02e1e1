import type { Actor } from "@crosspoint/services";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actorCheckMs, watchStream } from "./watch-stream.ts";

const ada = { kind: "person", id: "ada", name: "Ada", email: "ada@example.net", role: "operator" } as const;
const closing = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("watchStream", () => {
  it.each<[string, Actor, string]>([
    ["removed or signed out", { kind: "anonymous" }, "unauthenticated"],
    ["of another role", { ...ada, role: "viewer" }, "unavailable"],
  ])("ends when the person is %s, at the next look", async (_, later, code) => {
    let actor: Actor = ada;
    const { signal } = watchStream({ actor: ada, readActor: async () => actor, closing }, undefined);
    await vi.advanceTimersByTimeAsync(3 * actorCheckMs);
    expect(signal.aborted).toBe(false);
    actor = later;
    await vi.advanceTimersByTimeAsync(actorCheckMs);
    expect(signal.reason).toMatchObject({ code });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("goes on while it cannot be looked up, and stops looking when it is closed", async () => {
    const readActor = vi.fn(() => Promise.reject(new Error("the database is away")));
    const watch = watchStream({ actor: ada, readActor, closing }, undefined);
    await vi.advanceTimersByTimeAsync(2 * actorCheckMs);
    expect(readActor).toHaveBeenCalledTimes(2);
    expect(watch.signal.aborted).toBe(false);
    watch.close();
    expect(watch.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with its request, and when the process is asked to stop", () => {
    const request = new AbortController();
    const stopping = new AbortController();
    const readActor = async () => ada;
    const gone = watchStream({ actor: ada, readActor, closing }, request.signal);
    request.abort();
    expect(gone.signal.aborted).toBe(true);
    const stopped = watchStream({ actor: ada, readActor, closing: stopping.signal }, undefined);
    stopping.abort();
    expect(stopped.signal.reason).toMatchObject({ code: "unavailable" });
    expect(watchStream({ actor: ada, readActor, closing: stopping.signal }, undefined).signal.aborted).toBe(true);
  });
});
