import { expect, it } from "vitest";
import type { GatewayDouble } from "../gateway-double.ts";
import type { Drive } from "../virtual-host.ts";
import { actSteps, RATE_PER_MULTIPLE } from "./act-steps.ts";
import { LabRun } from "./lab-run.ts";

const MIB = 1 << 20;

interface ThrottledDrive extends Drive {
  readonly iopsLimit: number;
}
/** 2.5 multiples: two of them are 80 % of the limit, and three are 120 %. */
const MIDDLE: ThrottledDrive = { serial: "VERDICT-ACT-MIDDLE", sizeBytes: 64 * MIB, iopsLimit: 250 };
/** Half a multiple. */
const SLOW: ThrottledDrive = { serial: "VERDICT-ACT-SLOW", sizeBytes: 64 * MIB, iopsLimit: 50 };

export const ACT_DRIVES: readonly Drive[] = [MIDDLE, SLOW];

export interface ActRuns {
  readonly middle: LabRun;
  readonly slow: LabRun;
  readonly ends: Promise<unknown>;
}

export function startAct(gateway: GatewayDouble): ActRuns {
  const middle = new LabRun(gateway, MIDDLE.serial, actSteps());
  const slow = new LabRun(gateway, SLOW.serial, actSteps());
  return { middle, slow, ends: Promise.all([middle.end(), slow.end()]) };
}

export function actTests(runs: () => ActRuns): void {
  it("ACT finds the highest multiple that the limit lets through, and confirms it", () => {
    const { middle } = runs();
    const answer = Math.floor(MIDDLE.iopsLimit / RATE_PER_MULTIPLE);
    expect(answer).toBe(2);
    // Doubled until one fails, then half of what is between, then the answer once more, for longer.
    expect(trialsOf(middle), figuresOf(middle)).toEqual(["1", "2", "4", "3", `${answer}, confirmed`]);
    expect(searchOf(middle)).toEqual({ parameter: "rate", highest: answer, undecided: false });
    expect(middle.ends[0]).toMatchObject({ outcome: "complete" });
  });

  it("ACT finds none where not even one multiple is below the limit", () => {
    const { slow } = runs();
    expect(Math.floor(SLOW.iopsLimit / RATE_PER_MULTIPLE)).toBe(0);
    expect(trialsOf(slow), figuresOf(slow)).toEqual(["1"]);
    expect(searchOf(slow)).toEqual({ parameter: "rate", undecided: false });
    expect(slow.ends[0]).toMatchObject({ outcome: "complete" });
  });
}

/** What was tried, in turn: what follows a trial says whether it passed. */
function trialsOf(run: LabRun): string[] {
  const reads = run.finished.filter(({ spec }) => spec.stream === "reads");
  return reads.map(({ raised }) => `${raised?.value}${raised?.confirms ? ", confirmed" : ""}`);
}

/** What the agent says that the search came to. */
function searchOf(run: LabRun) {
  expect(run.findings).toHaveLength(1);
  return run.findings[0]?.search;
}

/** For who reads that another multiple was found. */
function figuresOf(run: LabRun): string {
  const points = run.finished.map(({ spec, raised, outcome, read, write, slices }) => {
    const operations = (read?.operations ?? 0) + (write?.operations ?? 0);
    return { stream: spec.stream, value: raised?.value, outcome, operations, slices };
  });
  return JSON.stringify(points);
}
