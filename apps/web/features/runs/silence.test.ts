import { describe, expect, it } from "vitest";
import { runWord } from "./silence.ts";

const heard = { kind: "heard" } as const;
const at = (ms: number) => new Date(1_000_000 + ms);
const lastSecond = { measuredAt: new Date(5), heardAt: at(0) };

describe("runWord", () => {
  it("is silent once a running point's seconds stay away for more than ten seconds", () => {
    const of = { hostWord: heard, connection: "live", lastSecond } as const;
    expect(runWord(of, at(10_000))).toEqual(heard);
    expect(runWord(of, at(10_001))).toEqual({ kind: "silent", since: new Date(5) });
  });

  it("does not take this tab's own lost stream for the host's silence", () => {
    expect(runWord({ hostWord: heard, connection: "lost", lastSecond }, at(60_000))).toEqual(heard);
  });

  it("believes the server, and waits for a first second", () => {
    const silent = { kind: "silent", since: at(-20_000) } as const;
    expect(runWord({ hostWord: silent, connection: "live", lastSecond: undefined }, at(0))).toEqual(silent);
    expect(runWord({ hostWord: heard, connection: "live", lastSecond: undefined }, at(60_000))).toEqual(heard);
  });
});
