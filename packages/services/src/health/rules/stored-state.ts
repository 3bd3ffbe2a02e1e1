import type { SqlRunner } from "@crosspoint/db";
import type { LockedDrive, OpenConditionRow } from "@crosspoint/db/queries/lock-drives";
import type { SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import { type DriveStateRow, updateDriveStates } from "@crosspoint/db/queries/update-drive-states";
import { updateDriveProblems } from "@crosspoint/db/queries/update-drives";
import { type ConditionRow, writeConditions } from "@crosspoint/db/queries/write-conditions";
import { bytesOfDataUnits, verdictOfRank, verdictRank } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import type { LiveChanges } from "../../live/changes.ts";
import { readController, readFoundProblem, readSmart } from "../../stored/drive.ts";
import {
  type DriveState,
  type EndedCondition,
  type LatestSample,
  limitsOf,
  type OpenCondition,
} from "./drive-state.ts";
import { conditionOf } from "./stored-condition.ts";

/** A drive's health as it is stored; the JSON columns are written by {@link saveStates} alone. */
function stateOf(drive: LockedDrive): DriveState {
  return {
    ...verdictOf(drive),
    limits: limitsOf(drive.model, readController(drive.controller)),
    latest: latestOf(drive),
  };
}

/** The newest sample is not read: whoever asks has one that is newer. */
function stateOfSampled(drive: SampledDrive): DriveState {
  const { warningTemperatureKelvin, criticalTemperatureKelvin } = drive;
  const temperatures = {
    warningTemperatureKelvin: warningTemperatureKelvin ?? undefined,
    criticalTemperatureKelvin: criticalTemperatureKelvin ?? undefined,
  };
  return { ...verdictOf(drive), limits: limitsOf(drive.model, temperatures), latest: undefined };
}

function verdictOf(drive: LockedDrive | SampledDrive): Omit<DriveState, "limits" | "latest"> {
  const open = drive.conditions.map(openCondition);
  return {
    problem: readFoundProblem(drive.problem),
    problemSince: drive.problemSince ?? undefined,
    missing: open.some(({ rule }) => rule === "missing"),
    hostNotReporting: open.some(({ rule }) => rule === "hostNotReporting"),
    verdict: verdictOfRank(drive.verdictRank),
    verdictSince: drive.verdictSince,
    open,
    ended: [],
  };
}

function openCondition({ sinceMs, ...row }: OpenConditionRow): OpenCondition {
  return { ...conditionOf(row), since: new Date(sinceMs) };
}

function latestOf({ latestTime, latestHostId, latestSequence, latestSmart }: LockedDrive): LatestSample | undefined {
  const smart = readSmart(latestSmart);
  if (latestTime === null || latestHostId === null || smart === undefined) return undefined;
  const sequence = latestSequence === null ? undefined : Number(latestSequence);
  return { time: latestTime, hostId: latestHostId, sequence, smart };
}

interface StateChange {
  readonly driveId: string;
  readonly before: DriveState;
  readonly after: DriveState;
}

/** Where states are written, and told. */
interface SavingScope {
  readonly tx: SqlRunner;
  readonly changes: LiveChanges;
}

/** What events make of locked drives, one after the other; written together. */
export class StateChanges {
  readonly #changes = new Map<string, StateChange>();

  apply(drive: LockedDrive, step: (state: DriveState) => DriveState): void {
    this.#apply(drive.id, () => stateOf(drive), step);
  }

  /** A sample that is newer than the newest of the drive, or than the one of these that came before it. */
  sample(drive: SampledDrive, step: (state: DriveState) => DriveState): void {
    this.#apply(drive.id, () => stateOfSampled(drive), step);
  }

  #apply(driveId: string, stored: () => DriveState, step: (state: DriveState) => DriveState): void {
    const { before, after } = this.#changes.get(driveId) ?? unchanged(stored());
    this.#changes.set(driveId, { driveId, before, after: step(after) });
  }

  /** Whether a drive's newest sample has that very log now. */
  isLatest(driveId: string, log: SmartLog): boolean {
    return this.#changes.get(driveId)?.after.latest?.smart === log;
  }

  async save(scope: SavingScope): Promise<void> {
    await saveStates(scope, [...this.#changes.values()]);
  }
}

const unchanged = (state: DriveState) => ({ before: state, after: state });

/** Writes what changed, and nothing where nothing did. */
async function saveStates({ tx, changes: live }: SavingScope, changes: readonly StateChange[]): Promise<void> {
  const problems = changes.filter(({ before, after }) => after.problem !== before.problem);
  const rows = changes.filter(differs).map(({ driveId, after }) => stateRow(driveId, after));
  const conditions = changes.flatMap(changedConditions);
  if (problems.length > 0) await updateDriveProblems(tx, problems.map(problemRow));
  if (rows.length > 0) await updateDriveStates(tx, rows);
  if (conditions.length > 0) await writeConditions(tx, conditions);
  for (const { driveId } of changes.filter(isEdge)) live.drive(driveId);
}

/** What is announced: another verdict, another problem, a condition that opened or ended; not each sample. */
function isEdge({ before, after }: StateChange): boolean {
  const severities = (state: DriveState) =>
    state.open
      .map(({ rule, severity }) => `${rule} ${severity}`)
      .toSorted()
      .join();
  return (
    after.verdict !== before.verdict ||
    after.problem?.kind !== before.problem?.kind ||
    after.ended.length > 0 ||
    severities(after) !== severities(before)
  );
}

const differs = ({ before, after }: StateChange): boolean =>
  after.verdict !== before.verdict ||
  after.latest !== before.latest ||
  after.problem?.kind !== before.problem?.kind ||
  after.verdictSince.getTime() !== before.verdictSince.getTime();

function problemRow({ driveId, after }: StateChange) {
  const problem = after.problem === undefined ? null : JSON.stringify(after.problem);
  return { id: driveId, problem, problemSince: after.problemSince ?? null };
}

function stateRow(driveId: string, { verdict, verdictSince, problem, latest }: DriveState): DriveStateRow {
  const smart = latest?.smart;
  return {
    driveId,
    verdictRank: verdictRank(verdict),
    verdictSince,
    problemKind: problem?.kind ?? null,
    temperatureKelvin: smart?.compositeTemperatureKelvin ?? null,
    percentageUsed: smart?.percentageUsed ?? null,
    bytesWritten: smart === undefined ? null : String(bytesOfDataUnits(BigInt(smart.dataUnitsWritten))),
    powerOnHours: smart?.powerOnHours ?? null,
    sampledAt: latest?.time ?? null,
    sampledHostId: latest?.hostId ?? null,
    sampledSequence: latest?.sequence ?? null,
  };
}

/** Those that ended, opened, or have other figures. */
function changedConditions({ driveId, before, after }: StateChange): ConditionRow[] {
  const known = new Map(before.open.map((condition) => [condition.rule, condition]));
  const changed = after.open.filter((condition) => !isSame(known.get(condition.rule), condition));
  // Where a host's clock is ahead, a condition may begin and end several times in one moment of the server's: it is one row.
  const ended = new Map(after.ended.map((condition) => [`${condition.rule} ${condition.since.getTime()}`, condition]));
  return [
    ...[...ended.values()].map((condition) => conditionRow(driveId, condition, condition.endedAt)),
    ...changed.map((condition) => conditionRow(driveId, condition, null)),
  ];
}

function isSame(a: OpenCondition | undefined, b: OpenCondition): boolean {
  return (
    a !== undefined &&
    a.since.getTime() === b.since.getTime() &&
    a.severity === b.severity &&
    a.unit === b.unit &&
    a.value?.toString() === b.value?.toString() &&
    a.threshold?.toString() === b.threshold?.toString()
  );
}

function conditionRow(driveId: string, condition: OpenCondition | EndedCondition, endedAt: Date | null): ConditionRow {
  const { rule, severity, since, value, threshold, unit = null } = condition;
  return {
    driveId,
    rule,
    severity,
    since,
    value: value?.toString() ?? null,
    threshold: threshold?.toString() ?? null,
    unit,
    endedAt,
  };
}
