import { DEFAULT_SETTINGS } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import { describe, expect, it } from "vitest";
import type { Moment } from "../../telemetry/rules/moment.ts";
import { idleLog } from "../../telemetry/testing/samples.ts";
import {
  type DriveState,
  type FoundProblem,
  limitsOf,
  withHost,
  withoutHost,
  withoutProblem,
  withProblem,
  withSample,
  withSilentHost,
} from "./drive-state.ts";

const at = (ms: number) => new Date(ms);
const moment = (ms: number, sequence?: number, hostId = "h"): Moment => ({ time: at(ms), hostId, sequence });
const nothing: DriveState = {
  limits: {},
  settings: DEFAULT_SETTINGS,
  lookAgain: false,
  problem: undefined,
  problemSince: undefined,
  latest: undefined,
  missing: false,
  hostNotReporting: false,
  verdict: "unknown",
  verdictSince: at(0),
  open: [],
  ended: [],
};
const log = (availableSparePercent = 100): SmartLog => ({
  ...idleLog,
  availableSparePercent,
  temperatureSensorsKelvin: [],
});
/** By default with all of its spare; with 5 % it is to be replaced. */
const sampled = (state: DriveState, ms: number, spare?: number) => withSample(state, log(spare), moment(ms));
const problem = (kind: FoundProblem["kind"], reportedBy: FoundProblem["reportedBy"] = "sample"): FoundProblem => ({
  kind,
  detail: "",
  remedy: "",
  reportedBy,
});

describe("a drive's state", () => {
  it("dates the verdict from its edge", () => {
    const good = sampled(nothing, 1);
    const failed = sampled(sampled(good, 2, 5), 3, 5);
    expect(failed).toMatchObject({ verdict: "replace", verdictSince: at(2), latest: { time: at(3) } });
    expect(sampled(failed, 4)).toMatchObject({ verdict: "good", verdictSince: at(4) });
  });

  it("is not changed by a sample that is not newer", () => {
    const state = sampled(nothing, 5);
    expect(sampled(state, 5, 5)).toBe(state);
    expect(sampled(state, 4, 5)).toBe(state);
  });

  it("keeps a problem's date while the kind is the same, and takes a new date with a new kind", () => {
    const hangs = withProblem(
      withProblem(nothing, problem("notResponding"), moment(1)),
      problem("notResponding"),
      moment(9),
    );
    expect(hangs.problemSince).toEqual(at(1));
    expect(withProblem(hangs, problem("commandFailed"), moment(10)).problemSince).toEqual(at(10));
  });

  it("says that the health log is refused once it has been for three minutes, until a sample comes", () => {
    const minute = 60_000;
    const fails = (state: DriveState, ms: number, by?: FoundProblem["reportedBy"]) =>
      withProblem(state, problem("commandFailed", by), moment(ms));
    const rules = (state: DriveState) => state.open.map(({ rule }) => rule);
    const once = fails(nothing, 0);
    expect(rules(once)).toEqual(["noSample"]);
    const refused = fails(fails(once, minute), 3 * minute);
    expect(rules(refused), "never sampled").toEqual(["healthLogUnread"]);
    expect(refused).toMatchObject({ verdict: "unknown", problemSince: at(0) });
    // What an inventory repeats is a sample's still.
    const repeated = fails(refused, 4 * minute, "inventory");
    expect(rules(repeated)).toEqual(["healthLogUnread"]);
    expect(rules(withoutProblem(repeated, "inventory", moment(5 * minute)))).toEqual(["healthLogUnread"]);
    const answers = sampled(repeated, 6 * minute);
    expect(answers).toMatchObject({ verdict: "good", problem: undefined });
    expect(answers.ended.at(-1)).toMatchObject({ rule: "healthLogUnread", endedAt: at(6 * minute) });
    const later = fails(fails(answers, 7 * minute), 10 * minute);
    expect(rules(later), "sampled before").toEqual(["healthLogUnread"]);
    const identify = fails(fails(nothing, 0, "inventory"), 10 * minute, "inventory");
    expect(rules(identify), "another command").toEqual(["noSample"]);
    expect(rules(fails(identify, 11 * minute)), "one sample, after months of another command").toEqual(["noSample"]);
    const garbled = withProblem(fails(nothing, 0), problem("malformedData", "sample"), moment(2 * minute));
    expect(rules(fails(garbled, 3 * minute)), "one way and the other").toEqual(["healthLogUnread"]);
  });

  it("holds a sample from before the drive stopped to answer for history", () => {
    const hangs = withProblem(sampled(nothing, 1), problem("notResponding"), moment(10));
    const late = sampled(hangs, 5);
    expect(late).toMatchObject({
      problemSince: at(10),
      verdict: "notResponding",
      verdictSince: at(10),
      latest: { time: at(5) },
    });
  });

  it.each([
    ["a sample ends what a sampling found", "sample", "commandFailed", "sample", true],
    ["a sample says nothing of what Identify cannot read", "inventory", "commandFailed", "sample", false],
    ["an inventory says nothing of a SMART log that fails", "sample", "malformedData", "inventory", false],
    ["any reading ends silence", "inventory", "notResponding", "sample", true],
    ["any reading ends a missing nvme-cli", "sample", "nvmeCliMissing", "inventory", true],
  ] as const)("%s", (_name, reportedBy, kind, reader, ends) => {
    const state = withProblem(nothing, problem(kind, reportedBy), moment(1));
    expect(withoutProblem(state, reader, moment(2)).problem === undefined).toBe(ends);
    expect(withoutProblem(state, reader, moment(0)).problem).toBeDefined();
  });

  it("follows a host's own count where its clock was set back", () => {
    const hour = 3_600_000;
    const ahead = withSample(nothing, log(), moment(2 * hour, 7));
    const setBack = withSample(ahead, log(5), moment(hour, 8));
    expect(setBack).toMatchObject({ verdict: "replace", latest: { time: at(hour), sequence: 8 } });
    // Delivered late, with a time that looks newer.
    expect(withSample(setBack, log(), moment(2 * hour + 1, 6))).toBe(setBack);
    // Another host's count says nothing; its clock does.
    expect(withSample(setBack, log(), moment(hour - 1, 9, "other"))).toBe(setBack);
    expect(withSample(setBack, log(), moment(hour + 1, 1, "other")).verdict).toBe("good");
  });

  it("ends a problem by a reading whose clock was set back behind it", () => {
    const hangs = withProblem(nothing, problem("notResponding"), moment(100, 7));
    expect(withoutProblem(hangs, "sample", moment(50, 6)).problem).toBeDefined();
    expect(withoutProblem(hangs, "sample", moment(50, 8)).problem).toBeUndefined();
    // Seen again it is as new as that, though it is dated from its beginning.
    const still = withProblem(hangs, problem("notResponding"), moment(60, 9));
    expect(still.problemSince).toEqual(at(100));
    expect(withoutProblem(still, "sample", moment(55, 8)).problem).toBeDefined();
  });

  it("opens a condition on its edge, keeps its date, and ends it on the other", () => {
    const spans = ({ open, ended }: DriveState) => [
      ...ended.map(({ rule, since, endedAt }) => [rule, since.getTime(), endedAt.getTime()]),
      ...open.map(({ rule, since }) => [rule, since.getTime()]),
    ];
    const spare = "availableSpare";
    const twice = sampled(sampled(sampled(nothing, 1), 2, 5), 3, 5);
    expect(spans(twice)).toEqual([[spare, 2]]);
    expect(spans(sampled(sampled(twice, 4), 5, 5))).toEqual([
      [spare, 2, 4],
      [spare, 5],
    ]);
    // Older than the newest: a late sample neither ends nor opens anything.
    expect(sampled(twice, 2)).toBe(twice);
    expect(spans(sampled(sampled(twice, 4), 3, 5))).toEqual([[spare, 2, 4]]);
  });

  it("does not end a condition before it began, whatever the clock says", () => {
    const failed = withSample(nothing, log(5), moment(100, 1));
    const good = withSample(failed, log(), moment(50, 2));
    expect(good.ended).toMatchObject([{ since: at(100), endedAt: at(100) }]);
  });

  it("is missing from the day that no host has it, and not before a host had it", () => {
    const pulled = withoutHost(withProblem(sampled(nothing, 1), problem("notResponding"), moment(2)), at(3));
    expect(pulled).toMatchObject({ verdict: "missing", verdictSince: at(3), problem: undefined });
    expect(pulled.ended).toMatchObject([{ rule: "notResponding", endedAt: at(3) }]);
    // Told later, found before.
    expect(withProblem(pulled, problem("notResponding"), moment(3))).toBe(pulled);
    expect(withHost(pulled, at(4))).toMatchObject({ verdict: "good", verdictSince: at(4), open: [] });
  });

  it("does not look good while its host is silent", () => {
    const silent = withSilentHost(sampled(nothing, 1), at(5));
    expect(silent).toMatchObject({ verdict: "notReporting", verdictSince: at(5) });
    expect(withSilentHost(silent, at(5))).toEqual(silent);
    expect(withHost(silent, at(9))).toMatchObject({ verdict: "good", verdictSince: at(9) });
    // What was wrong with it is still the last that is known.
    expect(withSilentHost(sampled(nothing, 1, 5), at(5)).verdict).toBe("replace");
  });

  it("knows what the catalog knows of the model", () => {
    expect(limitsOf("INTEL SSDPED1K375GA", undefined).writeProtectPercentageUsed).toBe(105);
    expect(limitsOf("QEMU NVMe Ctrl", undefined).writeProtectPercentageUsed).toBeUndefined();
  });
});
