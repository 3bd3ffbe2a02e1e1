import { findPlan, findRatedSheet } from "@crosspoint/catalog";
import {
  decodeHistogram,
  type JudgedFigure,
  judgeRated,
  type Percentile,
  type RatedSheet,
  readPercentile,
  shortenPlan,
  shortForm,
  stepsForRatedFigures,
} from "@crosspoint/domain";
import type { BenchmarkPlan } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import type { GatewayDouble } from "../gateway-double.ts";
import type { Drive } from "../virtual-host.ts";
import { LabRun } from "./lab-run.ts";

const MIB = 1 << 20;
const IOPS_LIMIT = 200;
const POINT_SECONDS = 1;

/**
 * The emulated drive has no spec sheet: it gets that of an Intel SSD DC P3700 with two figures of its own, between which its
 * limit lies.
 */
const OWN_FIGURES: Readonly<Record<string, number>> = {
  random_read_4k_iops: IOPS_LIMIT / 2,
  random_write_4k_iops: IOPS_LIMIT * 2,
};
const PLANS = ["spec-check", "qualification"] as const;
type PlanId = (typeof PLANS)[number];

const serialFor = (planId: PlanId) => `RATED-${planId.toUpperCase()}`.slice(0, 20);

export const RATED_DRIVES: readonly Drive[] = PLANS.map((planId) => ({
  serial: serialFor(planId),
  sizeBytes: 256 * MIB,
  iopsLimit: IOPS_LIMIT,
}));

export interface RatedRuns {
  readonly byPlan: ReadonlyMap<PlanId, LabRun>;
  readonly ends: Promise<unknown>;
}

export function startRated(gateway: GatewayDouble): RatedRuns {
  const byPlan = new Map(
    PLANS.map((planId) => [planId, new LabRun(gateway, serialFor(planId), ratedPlan(planId).steps)]),
  );
  return { byPlan, ends: Promise.all([...byPlan.values()].map((run) => run.end())) };
}

export function ratedTests(runs: () => RatedRuns): void {
  const runOf = (planId: PlanId) => {
    const run = runs().byPlan.get(planId);
    if (run === undefined) throw new Error(`There is no run of ${planId}.`);
    return run;
  };

  it.each(PLANS)("%s measures every rated figure that can be, and meets the one below the limit", (planId) => {
    const run = runOf(planId);
    expect(run.ends[0]).toMatchObject({ outcome: "complete" });
    const judged = judgedBy(planId, run);
    const verdicts = new Map(judged.map(({ figure, verdict }) => [figure.key, verdict]));
    expect(verdicts.get("random_read_4k_iops")).toMatchObject({ kind: "met" });
    expect(verdicts.get("random_write_4k_iops")).toMatchObject({ kind: "missed" });
    const measured = judged.filter(({ stepPath }) => stepPath !== undefined);
    const without = measured.filter(({ verdict }) => verdict.kind === "notMeasured");
    expect(measured.length - without.length).toBeGreaterThanOrEqual(6);
    // In a second there are not the operations of which one in 100,000 is slower.
    for (const { figure } of without) expect(figure.metric, figure.key).toBe("latencyNsP99999");
    const met = judged.filter(({ verdict }) => verdict.kind === "met").map(({ figure }) => figure.key);
    expect(met).toEqual(["random_read_4k_iops"]);
  });

  it("qualification goes on where the drive has no self-test, and says so of each", () => {
    const { selfTests } = runOf("qualification");
    expect(selfTests.map(({ test, outcome }) => [test, outcome])).toEqual([
      ["short", "skipped"],
      ["extended", "skipped"],
    ]);
    for (const { reason } of selfTests) expect(reason).toMatch(/has no self-test$/);
  });

  it("qualification finds what it wrote, and reads the drive's counters before and after", () => {
    const run = runOf("qualification");
    const verified = run.finished.filter(({ spec }) => spec.data === "verified");
    expect(verified).toHaveLength(2);
    for (const { verification } of verified) expect(verification).toMatchObject({ mismatched: 0 });
    expect(verified.reduce((sum, { verification }) => sum + (verification?.matched ?? 0), 0)).toBeGreaterThan(0);
    expect(run.counters.map(({ moment, problem }) => [moment, problem])).toEqual([
      ["before", undefined],
      ["after", undefined],
    ]);
    const [before, after] = run.counters.map(({ log }) => BigInt(log?.hostWriteCommands ?? 0));
    expect(Number((after ?? 0n) - (before ?? 0n))).toBeGreaterThan(0);
  });
}

function ratedPlan(planId: PlanId) {
  const plan = findPlan(planId);
  if (plan === undefined) throw new Error(`There is no plan ${planId}.`);
  const short = shortenPlan(plan.document.steps, shortForm(POINT_SECONDS));
  const { steps, checks } = stepsForRatedFigures(short, ownSheet());
  return { steps: [...steps] as BenchmarkPlan["steps"], checks };
}

function ownSheet(): RatedSheet {
  const sheet = findRatedSheet("INTEL SSDPEDMD400G4");
  if (sheet === undefined) throw new Error("The catalog has no spec sheet of a P3700.");
  const figures = sheet.figures.map((figure) => ({ ...figure, value: OWN_FIGURES[figure.key] ?? figure.value }));
  return { ...sheet, figures };
}

function judgedBy(planId: PlanId, run: LabRun): JudgedFigure[] {
  const points = run.finished.map(({ pointSequence, stepPath, outcome, reason, read, write }) => ({
    sequence: pointSequence,
    stepPath,
    state: outcome,
    reason,
    directions: [
      ...(read ? [{ direction: "read" as const, ...figuresOf(read) }] : []),
      ...(write ? [{ direction: "write" as const, ...figuresOf(write) }] : []),
    ],
  }));
  return judgeRated(ratedPlan(planId).checks, points);
}

type Direction = NonNullable<LabRun["finished"][number]["read"]>;

function figuresOf({ operations, iops, bytesPerSecond, latencyNsMean, histogram }: Direction) {
  const latencies = decodeHistogram(histogram);
  const at = (percentile: Percentile) => {
    const reading = readPercentile(latencies, percentile);
    return reading.kind === "value" ? reading.ns : undefined;
  };
  return {
    operations,
    iops,
    bytesPerSecond,
    latencyNsMean,
    latencyNsP50: at("50"),
    latencyNsP99: at("99"),
    latencyNsP99999: at("99.999"),
  };
}
