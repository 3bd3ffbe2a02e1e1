import type { SmartLog } from "@crosspoint/protocol";
import { describe, expect, it } from "vitest";
import {
  type DriveState,
  limitsOf,
  type StoredDriveProblem,
  withoutProblem,
  withProblem,
  withSample,
} from "./drive-state.ts";

const at = (ms: number) => new Date(ms);
const nothing: DriveState = { limits: {}, problem: undefined, problemSince: undefined, latest: undefined };
const log = (criticalWarning = 0): SmartLog => ({
  criticalWarning,
  compositeTemperatureKelvin: 311,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 0,
  dataUnitsRead: "0",
  dataUnitsWritten: "0",
  hostReadCommands: "0",
  hostWriteCommands: "0",
  controllerBusyTimeMinutes: "0",
  powerCycles: "0",
  powerOnHours: "0",
  unsafeShutdowns: "0",
  mediaErrors: "0",
  errorLogEntries: "0",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [],
});
const sampled = (state: DriveState, ms: number, warning = 0) =>
  withSample(state, { hostId: "h", smart: log(warning) }, at(ms));
const problem = (
  kind: StoredDriveProblem["kind"],
  reportedBy: StoredDriveProblem["reportedBy"] = "sample",
): StoredDriveProblem => ({ kind, detail: "", remedy: "", reportedBy });

describe("a drive's state", () => {
  it("dates the verdict from its edge", () => {
    const good = sampled(nothing, 1);
    const failed = sampled(sampled(good, 2, 8), 3, 8);
    expect(failed.latest).toMatchObject({ verdict: "failed", verdictSince: at(2), time: at(3) });
    expect(sampled(failed, 4).latest).toMatchObject({ verdict: "good", verdictSince: at(4) });
  });

  it("is not changed by a sample that is not newer", () => {
    const state = sampled(nothing, 5);
    expect(sampled(state, 5, 8)).toBe(state);
    expect(sampled(state, 4, 8)).toBe(state);
  });

  it("keeps a problem's date while the kind is the same, and takes a new date with a new kind", () => {
    const hangs = withProblem(withProblem(nothing, problem("notResponding"), at(1)), problem("notResponding"), at(9));
    expect(hangs.problemSince).toEqual(at(1));
    expect(withProblem(hangs, problem("commandFailed"), at(10)).problemSince).toEqual(at(10));
  });

  it("holds a sample from before the drive stopped to answer for history", () => {
    const hangs = withProblem(sampled(nothing, 1), problem("notResponding"), at(10));
    const late = sampled(hangs, 5);
    expect(late).toMatchObject({
      problemSince: at(10),
      latest: { verdict: "notResponding", verdictSince: at(10), time: at(5) },
    });
  });

  it.each([
    ["a sample ends what a sampling found", "sample", "commandFailed", "sample", true],
    ["a sample says nothing of what Identify cannot read", "inventory", "commandFailed", "sample", false],
    ["an inventory says nothing of a SMART log that fails", "sample", "malformedData", "inventory", false],
    ["any reading ends silence", "inventory", "notResponding", "sample", true],
    ["any reading ends a missing nvme-cli", "sample", "nvmeCliMissing", "inventory", true],
  ] as const)("%s", (_name, reportedBy, kind, reader, ends) => {
    const state = withProblem(nothing, problem(kind, reportedBy), at(1));
    expect(withoutProblem(state, reader, at(2)).problem === undefined).toBe(ends);
    expect(withoutProblem(state, reader, at(0)).problem).toBeDefined();
  });

  it("knows what the catalog knows of the model", () => {
    expect(limitsOf("INTEL SSDPED1K375GA", undefined).writeProtectPercentageUsed).toBe(105);
    expect(limitsOf("QEMU NVMe Ctrl", undefined).writeProtectPercentageUsed).toBeUndefined();
  });
});
