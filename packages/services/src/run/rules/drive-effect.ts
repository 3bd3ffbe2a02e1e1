/** What a run did to its drive, and what it says of the drive's fitness. */
import type { Database, RunCounters, RunSelfTest } from "@crosspoint/db";
import { hottestSample } from "@crosspoint/db/queries/hottest-sample";
import { secondRates } from "@crosspoint/db/queries/second-rates";
import {
  allSteps,
  type Counted,
  type CounterChange,
  counterChanges,
  isQualification,
  type JudgedFigure,
  judgeQualification,
  type PlanStep,
  type Qualification,
  type QualifiedPoint,
} from "@crosspoint/domain";
import type { PointResult } from "../../result/rules/view.ts";
import { readController } from "../../stored/drive.ts";
import { readCountedLog, readErrorLog, readSelfTestResult, readVendorLogs } from "../../stored/run-facts.ts";
import type { PointProgress } from "./view.ts";

/** How a self-test of the run ended. */
export interface SelfTestDetail {
  readonly test: "short" | "extended";
  readonly outcome: "passed" | "failed" | "skipped" | "unfinished";
  readonly reason: string | undefined;
  readonly failedSegment: number | undefined;
  readonly failingLba: string | undefined;
  readonly finishedAt: Date;
}

export interface DriveEffect {
  /** Each counter before and after; empty for a file. */
  readonly changes: readonly CounterChange[];
  /** When they were read. */
  readonly before: Date | undefined;
  readonly after: Date | undefined;
  /** What could not be read, in words. */
  readonly problems: readonly string[];
  readonly temperatureKelvinMax: number | undefined;
  /** Taken during the run. */
  readonly temperatureSamples: number;
  readonly selfTests: readonly SelfTestDetail[];
  /** Of a run that writes its target over and reads it back; absent while it runs. */
  readonly qualification: Qualification | undefined;
}

/** What {@link driveEffect} reads with a run. */
export const driveEffectInclude = {
  counters: true,
  selfTests: { orderBy: { number: "asc" } },
} as const;

export interface AffectingRun {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly counters: readonly RunCounters[];
  readonly selfTests: readonly RunSelfTest[];
  readonly drive: { readonly controller: unknown } | null;
}

export interface AffectingPlan {
  readonly steps: readonly PlanStep[];
  readonly points: readonly (PointProgress & PointResult)[];
  readonly rated: readonly JudgedFigure[] | undefined;
  readonly isOver: boolean;
}

export async function driveEffect(db: Database, run: AffectingRun, plan: AffectingPlan): Promise<DriveEffect> {
  const rows = (["before", "after"] as const).map((moment) => run.counters.find((each) => each.moment === moment));
  const [before, after] = rows;
  const selfTests = run.selfTests.map(selfTestOf);
  const heat = await heatOf(db, run.id, before, after);
  const counted = { before: before && countedOf(before), after: after && countedOf(after) };
  return {
    changes: counterChanges(counted.before, counted.after),
    before: before?.time,
    after: after?.time,
    problems: rows.flatMap((row) =>
      row?.problem ? [`${row.moment === "before" ? "Before" : "After"} the run: ${row.problem}`] : [],
    ),
    temperatureKelvinMax: heat.kelvinMax,
    temperatureSamples: heat.samples,
    selfTests,
    qualification:
      plan.isOver && isQualification(plan.steps)
        ? judgeQualification({
            runState: run.state,
            runReason: run.reason ?? undefined,
            points: plan.points.map(qualifiedPoint),
            ...counted,
            heat: { ...heat, warningKelvin: warningOf(run.drive) },
            selfTests,
            selfTestsPlanned: allSteps(plan.steps).filter(({ step }) => step.kind === "selfTest").length,
            rated: plan.rated,
            soak: await soakOf(db, run.id, plan.points),
          })
        : undefined,
  };
}

function countedOf({ log, errorLog, vendorLogs, problem }: RunCounters): Counted {
  return {
    log: readCountedLog(log),
    errorLog: readErrorLog(errorLog),
    vendorLogs: readVendorLogs(vendorLogs),
    problem: problem ?? undefined,
  };
}

function selfTestOf({ test, outcome, reason, result, finishedAt }: RunSelfTest): SelfTestDetail {
  const found = readSelfTestResult(result);
  return {
    test,
    outcome,
    reason: reason ?? undefined,
    failedSegment: found?.failedSegment,
    failingLba: found?.failingLba,
    finishedAt,
  };
}

/**
 * Samples may arrive behind the word of the end, and are removed after a while: whichever knew more of them counts. The
 * readings before and after the run may be the highest, but are no samples of its load.
 */
async function heatOf(db: Database, runId: string, before: RunCounters | undefined, after: RunCounters | undefined) {
  if (before === undefined || after === undefined) return { kelvinMax: undefined, samples: 0 };
  const now = await hottestSample(db, runId, after.time);
  const kept = { kelvin: after.temperatureKelvinMax, samples: after.temperatureSamples };
  const { kelvin, samples } = now.samples >= kept.samples ? now : kept;
  const own = [before, after].flatMap(({ log }) => readCountedLog(log)?.compositeTemperatureKelvin ?? []);
  const all = [...(kelvin === null ? [] : [kelvin]), ...own].filter((each) => each > 0);
  return { kelvinMax: all.length === 0 ? undefined : Math.max(...all), samples };
}

/** A drive that was removed states nothing any more; one that states none was asked. */
function warningOf(drive: AffectingRun["drive"]): number | "unknown" | undefined {
  const controller = readController(drive?.controller);
  return controller === undefined ? "unknown" : controller.warningTemperatureKelvin;
}

function qualifiedPoint(point: PointProgress & PointResult): QualifiedPoint {
  const { sequence, state, reason, spec, errors, verification, environment } = point;
  const { pcieLink, maxPcieLink } = environment ?? {};
  return {
    sequence,
    state,
    reason,
    isFill: spec.purpose === "precondition",
    data: spec.data,
    spanPercent: spec.spanPercent,
    errors,
    verification,
    link: pcieLink && maxPcieLink ? { now: pcieLink, best: maxPcieLink } : undefined,
  };
}

/** The point that was measured longest: what it moved, second by second. */
async function soakOf(db: Database, runId: string, points: AffectingPlan["points"]): Promise<number[] | undefined> {
  const measured = points.filter(({ spec, state }) => spec.purpose !== "precondition" && state === "complete");
  const [longest] = measured.toSorted((a, b) => (b.elapsedNs ?? 0) - (a.elapsedNs ?? 0));
  return longest === undefined ? undefined : secondRates(db, runId, longest.sequence);
}
