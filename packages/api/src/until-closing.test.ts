import { describe, expect, it } from "vitest";
import { untilClosing } from "./until-closing.ts";

async function* oneThenSilence() {
  yield 1;
  await new Promise(() => undefined);
}

describe("untilClosing", () => {
  it("hands events on, and fails with `unavailable` while it waits for the next", async () => {
    const closing = new AbortController();
    const events = untilClosing(oneThenSilence(), closing.signal);
    expect(await events.next()).toEqual({ done: false, value: 1 });
    const next = events.next();
    closing.abort();
    await expect(next).rejects.toMatchObject({ code: "unavailable" });
  });

  it("does not begin once the process is stopping", async () => {
    await expect(untilClosing(oneThenSilence(), AbortSignal.abort()).next()).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  it("ends when its events end, and passes their errors", async () => {
    async function* failing() {
      yield 1;
      throw new Error("broken");
    }
    const events = untilClosing(failing(), new AbortController().signal);
    await events.next();
    await expect(events.next()).rejects.toThrow("broken");
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});
