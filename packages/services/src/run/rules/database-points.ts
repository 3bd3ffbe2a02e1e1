/** The points of a run's databases, as a person sees them. */
import type { DatabasePoint } from "@crosspoint/db";
import { type DatabaseSpec, expandPlan, type PlannedDatabasePoint, type PlanStep } from "@crosspoint/domain";
import { type DatabaseEnvironment, protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import { readDatabaseEnvironment, readDatabaseSpec } from "../../stored/run.ts";
import type { PointState } from "./view.ts";

export interface DatabasePointDetail {
  readonly sequence: number;
  readonly stepPath: readonly number[];
  readonly spec: DatabaseSpec;
  readonly state: PointState;
  readonly reason: string | undefined;
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly environment: DatabaseEnvironment | undefined;
  readonly warnings: readonly string[];
  /** Absent where none arrived. */
  readonly result: DatabaseFigures | undefined;
}

export interface DatabaseFigures {
  readonly transactions: number;
  readonly failed: number;
  readonly transactionsPerSecond: number;
  readonly elapsedNs: number;
  readonly latencyNsMean: number | undefined;
  readonly latencyNsMax: number | undefined;
  readonly latencyNsP50: number | undefined;
  readonly latencyNsP90: number | undefined;
  readonly latencyNsP99: number | undefined;
  readonly latencyNsP999: number | undefined;
  readonly latencyNsP9999: number | undefined;
  readonly latencyNsP99999: number | undefined;
  readonly intervalSeconds: number;
  /** Transactions in each interval. */
  readonly timeline: readonly number[];
}

/** The columns but the histogram. */
export const databaseColumns = { omit: { histogram: true } } as const;

type Row = Omit<DatabasePoint, "histogram">;

/** Those that were heard of, and those that stand in the plan, in the order of measuring. */
export function databasePointsOf(
  rows: readonly Row[],
  steps: readonly PlanStep[],
  unheard: string | undefined,
): DatabasePointDetail[] {
  const heard = rows.map(detailOf);
  const known = new Set(heard.map(identityOf));
  const expansion = expandPlan(steps, protocolLimits.pointsPerRun);
  const planned = expansion.kind === "points" ? expansion.databasePoints : [];
  const pending = planned.map((point) => pendingOf(point, unheard)).filter((point) => !known.has(identityOf(point)));
  return [...heard, ...pending].toSorted((a, b) => a.sequence - b.sequence);
}

/** Rounds may have ended early before it: its number is then another than in the plan. */
function identityOf({ stepPath, spec: { clients, settings } }: DatabasePointDetail): string {
  return JSON.stringify([stepPath, clients, settings ?? {}]);
}

function pendingOf({ sequence, stepPath, database }: PlannedDatabasePoint, reason: string | undefined) {
  return {
    sequence,
    stepPath,
    spec: database,
    state: "pending",
    reason,
    startedAt: undefined,
    finishedAt: undefined,
    environment: undefined,
    warnings: [],
    result: undefined,
  } as const;
}

function detailOf(row: Row): DatabasePointDetail {
  return {
    sequence: row.sequence,
    stepPath: row.stepPath,
    spec: readDatabaseSpec(row.spec),
    state: row.state,
    reason: row.reason ?? undefined,
    startedAt: row.startedAt ?? undefined,
    finishedAt: row.finishedAt ?? undefined,
    environment: readDatabaseEnvironment(row.environment),
    warnings: z.array(z.string()).parse(row.warnings),
    result: figuresOf(row),
  };
}

function figuresOf(row: Row): DatabaseFigures | undefined {
  if (row.transactions === null || row.transactionsPerSecond === null) return undefined;
  return {
    transactions: Number(row.transactions),
    failed: Number(row.failed ?? 0),
    transactionsPerSecond: row.transactionsPerSecond,
    elapsedNs: Number(row.elapsedNs ?? 0),
    latencyNsMean: row.latencyNsMean ?? undefined,
    latencyNsMax: optional(row.latencyNsMax),
    latencyNsP50: optional(row.latencyNsP50),
    latencyNsP90: optional(row.latencyNsP90),
    latencyNsP99: optional(row.latencyNsP99),
    latencyNsP999: optional(row.latencyNsP999),
    latencyNsP9999: optional(row.latencyNsP9999),
    latencyNsP99999: optional(row.latencyNsP99999),
    intervalSeconds: row.intervalSeconds ?? 1,
    timeline: row.timeline.map(Number),
  };
}

function optional(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value);
}
