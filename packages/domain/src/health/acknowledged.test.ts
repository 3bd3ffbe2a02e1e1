import { describe, expect, it } from "vitest";
import { figureToAcknowledge, isAcknowledged, verdictOf } from "./acknowledged.ts";
import type { Condition, OpenCondition } from "./condition.ts";

/** Acknowledged as it was, and then as it is. */
const stillAcknowledged = (was: Condition, is: Partial<Condition>) =>
  isAcknowledged({ ...was, ...is, acknowledged: { severity: was.severity, untilValue: figureToAcknowledge(was) } });

const used: Condition = { rule: "percentageUsed", severity: "watch", value: 91, threshold: 90, unit: "percent" };
const spare: Condition = { rule: "availableSpare", severity: "watch", value: 14, threshold: 15, unit: "percent" };
const errors: Condition = { rule: "mediaErrors", severity: "watch", value: 3, threshold: 1, unit: "errors", total: 3n };
const warning: Condition = { rule: "criticalWarning.reserved", severity: "watch", value: 0x80, unit: "bits" };
const degraded: Condition = { rule: "criticalWarning.reliabilityDegraded", severity: "watch", value: 4, unit: "bits" };
const wear: Condition = { rule: "wearForecast", severity: "watch", value: 300, threshold: 365, unit: "days" };

describe("an acknowledgement", () => {
  it.each<[string, Condition, Partial<Condition>, boolean]>([
    ["holds as it is", used, {}, true],
    ["holds while the figure is no worse", used, { value: 90 }, true],
    ["ends with a worse figure", used, { value: 92 }, false],
    ["holds while the spare is no lower", spare, { value: 15 }, true],
    ["ends with lower spare", spare, { value: 13 }, false],
    ["ends with a worse severity", degraded, { severity: "replace" }, false],
    ["holds with a better one", { ...degraded, severity: "replace" }, { severity: "watch" }, true],
    ["ends with another bit", warning, { value: 0xc0 }, false],
    ["holds with fewer bits", { ...warning, value: 0xc0 }, { value: 0x80 }, true],
    // A day later the end is a day nearer, and nothing got worse.
    ["of a forecast holds though its day comes nearer", wear, { value: 299 }, true],
    ["of a forecast ends when it is urgent", wear, { value: 89, severity: "replace" }, false],
    // The window slid past the errors that were acknowledged: 2 within it are new.
    ["of growth ends with any more of it", errors, { value: 2, total: 5n }, false],
    ["of growth holds while the counter stands", errors, { value: 1, total: 3n }, true],
  ])("%s", (_, was, is, holds) => {
    expect(stillAcknowledged(was, is)).toBe(holds);
  });

  it("of a condition without figures holds while it is open", () => {
    expect(isAcknowledged({ rule: "missing", severity: "missing", acknowledged: { severity: "missing" } })).toBe(true);
    expect(isAcknowledged({ rule: "missing", severity: "missing" })).toBe(false);
  });

  it("compares counters of any size exactly", () => {
    const large = 2n ** 127n;
    expect(stillAcknowledged({ ...errors, total: large }, { total: large })).toBe(true);
    expect(stillAcknowledged({ ...errors, total: large }, { total: large + 1n })).toBe(false);
  });

  it("may be given for more than there is", () => {
    const until95: OpenCondition = { ...used, value: 95, acknowledged: { severity: "watch", untilValue: 95 } };
    expect([isAcknowledged(until95), isAcknowledged({ ...until95, value: 96 })]).toEqual([true, false]);
  });
});

describe("verdictOf", () => {
  it("is the worst that nobody acknowledged as it is", () => {
    const failed: OpenCondition = { rule: "criticalWarning.readOnly", severity: "failed", value: 8, unit: "bits" };
    const seen = { ...failed, acknowledged: { severity: "failed" as const, untilValue: 8 } };
    expect(verdictOf([])).toBe("good");
    expect(verdictOf([used, failed])).toBe("failed");
    expect(verdictOf([used, seen])).toBe("watch");
    expect(verdictOf([seen])).toBe("good");
  });
});
