import { findPlan } from "@crosspoint/catalog";
import { shortenPlan, shortForm } from "@crosspoint/domain";
import type { BenchmarkPlan } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import type { GatewayDouble } from "../gateway-double.ts";
import type { Drive } from "../virtual-host.ts";
import { LabRun } from "./lab-run.ts";

type Step = BenchmarkPlan["steps"][number];
type Kind<K extends Step["kind"]> = Extract<Step, { kind: K }>;

const MIB = 1 << 20;

/** ACT's three streams at rates that the emulation of a busy machine serves: 100 operations a second for each multiple. */
const RATES: Readonly<Record<string, number>> = { reads: 60, largeReads: 20, largeWrites: 20 };
const RATE_PER_MULTIPLE = Object.values(RATES).reduce((sum, rate) => sum + rate);
/**
 * The emulation of a busy machine pauses, for 0.1 s as seen so far. So ACT's 1, 2, 8 and 64 ms are longer here, and so are its
 * drives' delays: a load beyond a limit falls behind by a fifth of each second at the least, and is 3 s late at the end.
 */
const LATENCIES_NS: Readonly<Record<number, number>> = {
  1000000: 500e6,
  2000000: 750e6,
  8000000: 1000e6,
  64000000: 2000e6,
};
/** The plan's five minutes, which are one slice, and its confirmation, which is two of them. */
const TRIAL_SECONDS = 15;

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

function actSteps(): Step[] {
  const plan = findPlan("act");
  if (plan === undefined) throw new Error("There is no plan act.");
  return plan.document.steps.map((step) =>
    step.kind === "search" ? scaledSearch(step) : (shortenPlan([step], shortForm(1))[0] as Step),
  );
}

function scaledSearch(search: Kind<"search">): Step {
  const [body] = search.steps;
  if (body?.kind !== "streams") throw new Error("ACT searches over streams.");
  return {
    ...search,
    // The first that is far above the limit: a criterion that never fails ends here, and not in an hour.
    to: 8,
    confirmSeconds: 2 * TRIAL_SECONDS,
    criteria: search.criteria.map((criterion) =>
      criterion.overNs === undefined ? criterion : { ...criterion, overNs: scaled(criterion.overNs) },
    ),
    steps: [
      {
        ...body,
        rampSeconds: 1,
        durationSeconds: TRIAL_SECONDS,
        slices: { seconds: TRIAL_SECONDS, overNs: (body.slices?.overNs ?? []).map(scaled) },
        streams: body.streams.map((stream) => ({ ...stream, ratePerSecond: RATES[stream.name] })),
      },
    ],
  };
}

function scaled(latencyNs: number): number {
  const longer = LATENCIES_NS[latencyNs];
  if (longer === undefined) throw new Error(`ACT has another threshold: ${latencyNs} ns.`);
  return longer;
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
