import { describe, expect, it } from "vitest";
import { FailedSignIns, failureWindowMs } from "./failed-sign-ins.ts";

const ada = { email: "ada@example.net", address: "203.0.113.9", personId: "ada" };

describe("FailedSignIns", () => {
  it("writes the first at once and the others as a number when the window ends", () => {
    const failed = new FailedSignIns();
    expect(failed.note(ada, 0)).toEqual([{ ...ada, failures: 1 }]);
    for (let time = 1; time <= 500; time += 1) expect(failed.note(ada, time)).toEqual([]);
    expect(failed.drain(failureWindowMs - 1)).toEqual([]);
    expect(failed.drain(failureWindowMs)).toEqual([{ ...ada, failures: 500 }]);
    expect(failed.drain(2 * failureWindowMs)).toEqual([]);
  });

  it("begins the next window with what is left of the last", () => {
    const failed = new FailedSignIns();
    failed.note(ada, 0);
    failed.note(ada, 1);
    const ben = { ...ada, email: "ben@example.net", personId: undefined };
    expect(failed.note(ben, failureWindowMs)).toEqual([
      { ...ada, failures: 1 },
      { ...ben, failures: 1 },
    ]);
  });

  it("writes at most 41 entries a window, however many accounts and addresses are tried", () => {
    const failed = new FailedSignIns();
    let written = 0;
    for (let time = 0; time < 10_000; time += 1) {
      written += failed.note({ email: `${time % 3000}@example.net`, address: "a", personId: undefined }, 0).length;
    }
    const rest = failed.drain(failureWindowMs);
    expect(written).toBe(20);
    expect(rest).toHaveLength(21);
    expect(rest.reduce((sum, { failures }) => sum + failures, written)).toBe(10_000);
  });
});
