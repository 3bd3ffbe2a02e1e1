import { describe, expect, it } from "vitest";
import { choosePower } from "./power-limit.ts";

const state = (index: number, maxPowerMilliwatts: number | undefined, nonOperational = false) => ({
  index,
  ...(maxPowerMilliwatts === undefined ? {} : { maxPowerMilliwatts }),
  nonOperational,
  entryLatencyUs: 0,
  exitLatencyUs: 0,
});
const withStates = (...powerStates: ReturnType<typeof state>[]) => ({
  pciVendorId: 0x144d,
  model: "SAMSUNG MZWLJ1T9HBJR-00007",
  controller: { powerStates } as never,
});
const three = withStates(state(0, 25_000), state(1, 14_000), state(2, 9_000), state(3, 500, true));

describe("the power that a drive is held to", () => {
  it.each([
    ["just below a state", 13_999, 2, 9_000],
    ["a state's own", 14_000, 1, 14_000],
    ["above the highest", 100_000, 0, 25_000],
    ["no limit", undefined, 0, 25_000],
  ] as const)("is the most within the limit: %s", (_, limit, powerState, milliwatts) => {
    expect(choosePower(three, limit)).toEqual({
      kind: "action",
      action: { kind: "setPowerState", powerState },
      milliwatts,
    });
  });

  it("is never that of a non-operational state", () => {
    expect(choosePower(three, 8_999)).toEqual({ kind: "none", reason: "It can't be limited below 9\u2009W." });
  });

  it("is the power governor's where its values are documented", () => {
    const p3700 = { ...withStates(state(0, 25_000)), pciVendorId: 0x8086, model: "INTEL SSDPEDMD400G4" };
    expect(choosePower(p3700, 22_000)).toMatchObject({ action: { kind: "setPowerGovernor" }, milliwatts: 20_000 });
    expect(choosePower({ ...p3700, pciVendorId: 0x144d }, 22_000)).toMatchObject({ kind: "none" });
  });

  it.each([[withStates()], [withStates(state(0, undefined))], [{ ...three, controller: null }]])(
    "is none that the drive does not tell",
    (drive) => {
      expect(choosePower(drive, 10_000)).toEqual({
        kind: "none",
        reason: "It does not report the maximum power of its power states.",
      });
    },
  );
});
