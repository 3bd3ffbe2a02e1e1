import { describe, expect, it } from "vitest";
import type { DriveDetail } from "../drive-detail";
import { limitingAction } from "./limiting-action";

const state = (index: number, watts: number | undefined, nonOperational = false) => ({
  index,
  ...(watts === undefined ? {} : { maxPowerMilliwatts: watts * 1000 }),
  nonOperational,
  entryLatencyUs: 0,
  exitLatencyUs: 0,
});
const drive = (currentPowerState: number, ...powerStates: ReturnType<typeof state>[]) =>
  ({ controller: { currentPowerState, powerStates }, details: undefined }) as unknown as DriveDetail;
const governed = (value: number) =>
  ({
    controller: null,
    details: {
      powerGovernor: {
        value,
        settings: [
          { value: 0, maxPowerMilliwatts: 25_000 },
          { value: 1, maxPowerMilliwatts: 20_000 },
          { value: 2, maxPowerMilliwatts: 10_000 },
        ],
      },
    },
  }) as unknown as DriveDetail;

describe("limitingAction", () => {
  it.each([
    ["the next state below", drive(0, state(0, 25), state(1, 18), state(2, 12)), 1],
    ["the next one by power, not by number", drive(0, state(0, 25), state(1, 12), state(2, 18)), 2],
    ["none in which the drive does not work", drive(1, state(0, 25), state(1, 18), state(2, 5, true)), 1],
    ["none whose power is not known", drive(0, state(0, 25), state(1, undefined)), 0],
    ["the only one that there is", drive(0, state(0, 18)), 0],
    ["as it is where its power is not known", drive(0, state(0, undefined), state(1, 12)), 0],
  ])("chooses %s", (_, of, powerState) => {
    expect(limitingAction(of)).toEqual({ kind: "setPowerState", powerState });
  });

  it("goes by the vendor's governor where it is known what its values mean", () => {
    expect(limitingAction(governed(0))).toEqual({ kind: "setPowerGovernor", value: 1 });
    expect(limitingAction(governed(2)), "the lowest already").toEqual({ kind: "setPowerGovernor", value: 2 });
  });
});
