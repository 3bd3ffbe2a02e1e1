import { ServiceError } from "@crosspoint/services";
import { describe, expect, it } from "vitest";
import { untilStopped } from "./until-stopped.ts";

const stopping = new ServiceError("unavailable", "stopping");

async function* oneThenSilence() {
  yield 1;
  await new Promise(() => undefined);
}

describe("untilStopped", () => {
  it("hands events on, and fails with the reason while it waits for the next", async () => {
    const closing = new AbortController();
    const events = untilStopped(oneThenSilence(), closing.signal);
    expect(await events.next()).toEqual({ done: false, value: 1 });
    const next = events.next();
    closing.abort(stopping);
    await expect(next).rejects.toThrow("stopping");
  });

  it("just ends when nobody listens any more", async () => {
    const gone = new AbortController();
    const events = untilStopped(oneThenSilence(), gone.signal);
    await events.next();
    const next = events.next();
    gone.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it("does not begin once the process is stopping", async () => {
    await expect(untilStopped(oneThenSilence(), AbortSignal.abort(stopping)).next()).rejects.toThrow("stopping");
  });

  it("ends when its events end, and passes their errors", async () => {
    async function* failing() {
      yield 1;
      throw new Error("broken");
    }
    const events = untilStopped(failing(), new AbortController().signal);
    await events.next();
    await expect(events.next()).rejects.toThrow("broken");
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});
