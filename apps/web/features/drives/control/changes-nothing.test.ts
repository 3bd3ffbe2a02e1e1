import { describe, expect, it } from "vitest";
import type { DriveDetail } from "../drive-detail";
import { changesNothing } from "./changes-nothing";

const drive = {
  controller: { currentPowerState: 0 },
  details: { powerGovernor: { value: 1, settings: [] } },
  namespaces: [{ nsid: 1, scheduler: "none" }, { nsid: 2 }],
} as unknown as DriveDetail;

describe("changesNothing", () => {
  it("is so for the value that the drive has", () => {
    expect(changesNothing(drive, { kind: "setPowerState", powerState: 0 })).toBe(true);
    expect(changesNothing(drive, { kind: "setPowerGovernor", value: 1 })).toBe(true);
    expect(changesNothing(drive, { kind: "setScheduler", nsid: 1, scheduler: "none" })).toBe(true);
  });

  it("is not so for another value, and where it is not known what the drive has", () => {
    expect(changesNothing(drive, { kind: "setPowerState", powerState: 1 })).toBe(false);
    expect(changesNothing(drive, { kind: "setPowerState", powerState: 0, workloadHint: 1 })).toBe(false);
    expect(changesNothing(drive, { kind: "setPowerGovernor", value: 2 })).toBe(false);
    expect(changesNothing(drive, { kind: "setScheduler", nsid: 2, scheduler: "none" })).toBe(false);
  });

  it("is never so for what is done again: a format to the format that there is erases all the same", () => {
    expect(changesNothing(drive, { kind: "format", nsid: 1, lbaFormat: 0, secureErase: "none" })).toBe(false);
    expect(changesNothing(drive, { kind: "selfTest", test: "short" })).toBe(false);
  });
});
