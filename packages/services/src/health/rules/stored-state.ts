import type { LaterRunner, SqlRunner } from "@crosspoint/db";
import type { AcknowledgementRow, LockedDrive, OpenConditionRow } from "@crosspoint/db/queries/lock-drives";
import type { SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import { updateCalmDrives } from "@crosspoint/db/queries/update-calm-drives";
import { type DriveStateRow, updateDriveReadings, updateDriveStates } from "@crosspoint/db/queries/update-drive-states";
import { updateDriveProblems } from "@crosspoint/db/queries/update-drives";
import { type ConditionRow, writeConditions } from "@crosspoint/db/queries/write-conditions";
import { bytesTextOfDataUnits, type Condition, verdictOfRank, verdictRank } from "@crosspoint/domain";
import type { LiveChanges } from "../../live/changes.ts";
import { readSeverity } from "../../stored/condition.ts";
import { readController, readFoundProblem, readSmart } from "../../stored/drive.ts";
import { isNewer, type Moment } from "../../telemetry/rules/moment.ts";
import {
  type Acknowledgement,
  type DriveState,
  type EndedCondition,
  isToLookAgain,
  type JudgedLog,
  type LatestSample,
  limitsOf,
  type OpenCondition,
  withSample,
} from "./drive-state.ts";
import { isOnceJudged } from "./once-judged.ts";
import { settingsFor } from "./settings.ts";
import { conditionOf, figureOf } from "./stored-condition.ts";

/** A drive's health as it is stored; the JSON columns are written by {@link saveStates} alone. */
export function stateOf(drive: LockedDrive): DriveState {
  return {
    ...troubleOf(drive),
    limits: limitsOf(drive.model, readController(drive.controller)),
    settings: settingsFor(drive),
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
  const limits = limitsOf(drive.model, temperatures);
  const verdictSince = new Date(drive.verdictSinceMs);
  return { ...troubleOf({ ...drive, verdictSince }), limits, settings: settingsFor(drive), latest: undefined };
}

function troubleOf(
  drive: LockedDrive | (SampledDrive & { readonly verdictSince: Date }),
): Omit<DriveState, "limits" | "settings" | "latest"> {
  const open = drive.conditions.map(openCondition);
  return {
    problem: readFoundProblem(drive.problem),
    problemSince: drive.problemSince ?? undefined,
    missing: open.some(({ rule }) => rule === "missing"),
    hostNotReporting: open.some(({ rule }) => rule === "hostNotReporting"),
    verdict: verdictOfRank(drive.verdictRank),
    verdictSince: drive.verdictSince,
    lookAgain: drive.lookAgain,
    open,
    ended: [],
  };
}

export function openCondition({ sinceMs, acknowledged, ...row }: OpenConditionRow): OpenCondition {
  const condition = { ...conditionOf(row), since: new Date(sinceMs) };
  return acknowledged === null ? condition : { ...condition, acknowledged: acknowledgementOf(acknowledged) };
}

function acknowledgementOf({ atMs, by, note, untilValue, severity }: AcknowledgementRow): Acknowledgement {
  return { at: new Date(atMs), by, note, untilValue: figureOf(untilValue), severity: readSeverity(severity) };
}

function latestOf(drive: LockedDrive): LatestSample | undefined {
  const { latestTime, latestSampleTime, latestHostId, latestSequence } = drive;
  const smart = readSmart(drive.latestSmart);
  if (latestTime === null || latestHostId === null || smart === undefined) return undefined;
  const sequence = latestSequence === null ? undefined : Number(latestSequence);
  return {
    time: latestTime,
    hostId: latestHostId,
    sequence,
    clockMs: (latestSampleTime ?? latestTime).getTime(),
    smart,
  };
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

/** What events make of locked drives, one after the other; written together. `Sample`: what its teller has beside. */
export class StateChanges<Sample extends DatedSample = DatedSample> {
  readonly #changes = new Map<string, StateChange>();
  /** The newest samples of drives that are good, and stay so by them: no state is made of those. */
  readonly #calm = new Map<string, Sample>();

  apply(drive: LockedDrive, step: (state: DriveState) => DriveState): void {
    this.#apply(drive.id, () => stateOf(drive), step);
  }

  /** A sample that is newer than the newest of the drive; one that is not newer than one of these before it changes nothing. */
  sample(sample: Sample): void {
    const { id } = sample.drive;
    const before = this.#calm.get(id);
    if (before !== undefined && !isNewer(sample.moment, before.moment)) return;
    if (!this.#changes.has(id) && isCalm(sample)) {
      this.#calm.set(id, sample);
      return;
    }
    this.#calm.delete(id);
    if (before !== undefined) this.#sample(before);
    this.#sample(sample);
  }

  #sample({ drive, log, moment }: DatedSample): void {
    this.#apply(
      drive.id,
      () => stateOfSampled(drive),
      (state) => withSample(state, log, moment),
    );
  }

  #apply(driveId: string, stored: () => DriveState, step: (state: DriveState) => DriveState): void {
    const { before, after } = this.#changes.get(driveId) ?? unchanged(stored());
    this.#changes.set(driveId, { driveId, before, after: step(after) });
  }

  /** Whether a drive's newest sample has that very log now. */
  isLatest(driveId: string, log: JudgedLog): boolean {
    return (this.#calm.get(driveId)?.log ?? this.#changes.get(driveId)?.after.latest?.smart) === log;
  }

  /** The newest samples of drives of which nothing else is written, by the drives' ids. */
  get calm(): ReadonlyMap<string, Sample> {
    return this.#calm;
  }

  async save(scope: SavingScope): Promise<void> {
    await saveStates(scope, [...this.#changes.values()]);
  }

  /** The others' newest samples, in the order of their ids. The transaction is lost where a drive is not what it was judged as. */
  async saveCalm(tx: LaterRunner): Promise<void> {
    if (this.#calm.size === 0) return;
    const samples = [...this.#calm.values()].sort((a, b) => (a.drive.id < b.drive.id ? -1 : 1));
    await updateCalmDrives(tx, samples);
  }
}

/** A sample with its drive and when it was told. */
export interface DatedSample {
  readonly drive: SampledDrive;
  readonly log: JudgedLog;
  readonly moment: Moment;
}

/** Whether nothing is wrong with a drive, and by the sample neither. The same figures are judged once. */
function isCalm({ drive, log, moment }: DatedSample): boolean {
  const { problem, conditions, thresholds, lookAgain } = drive;
  const isAtEase = problem === null && conditions.length === 0 && thresholds === null && !lookAgain;
  if (!isAtEase || drive.verdictRank !== goodRank) return false;
  return isOnceJudged(drive, log, () => {
    const before = stateOfSampled(drive);
    const after = withSample(before, log, moment);
    return after.open.length === 0 && after.ended.length === 0 && !isJudgedAnew({ driveId: drive.id, before, after });
  });
}

const goodRank = verdictRank("good");

const unchanged = (state: DriveState) => ({ before: state, after: state });

/** Writes what changed, and nothing where nothing did. */
async function saveStates({ tx, changes: live }: SavingScope, changes: readonly StateChange[]): Promise<void> {
  const problems = changes.filter(({ before, after }) => after.problem !== before.problem);
  const changed = changes.filter(differs);
  const rows = changed.filter(isJudgedAnew).map(({ driveId, after }) => stateRow(driveId, after));
  const unchangedVerdicts = changed.filter((change) => !isJudgedAnew(change));
  const readings = unchangedVerdicts.map(({ driveId, after }) => stateRow(driveId, after));
  const conditions = changes.flatMap(changedConditions);
  if (problems.length > 0) await updateDriveProblems(tx, problems.map(problemRow));
  if (rows.length > 0) await updateDriveStates(tx, rows);
  if (readings.length > 0) await updateDriveReadings(tx, readings);
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
    (after.open !== before.open && severities(after) !== severities(before))
  );
}

const differs = (change: StateChange): boolean => change.after.latest !== change.before.latest || isJudgedAnew(change);

/** Nearly no sample does that. */
const isJudgedAnew = ({ before, after }: StateChange): boolean =>
  after.verdict !== before.verdict ||
  after.problem?.kind !== before.problem?.kind ||
  after.open.length > 0 !== before.open.length > 0 ||
  isToLookAgain(after) !== before.lookAgain ||
  after.verdictSince.getTime() !== before.verdictSince.getTime();

function problemRow({ driveId, after }: StateChange) {
  const problem = after.problem === undefined ? null : JSON.stringify(after.problem);
  return { id: driveId, problem, problemSince: after.problemSince ?? null };
}

function stateRow(driveId: string, state: DriveState): DriveStateRow {
  const { verdict, verdictSince, problem, latest } = state;
  const log = latest?.smart;
  return {
    driveId,
    temperatureKelvin: log?.compositeTemperatureKelvin ?? null,
    percentageUsed: log?.percentageUsed ?? null,
    bytesWritten: log === undefined ? null : bytesWritten(log),
    powerOnHours: log?.powerOnHours ?? null,
    sampledAt: latest?.time ?? null,
    sampleTimeMs: latest === undefined ? null : (latest.clockMs ?? latest.time.getTime()),
    sampledHostId: latest?.hostId ?? null,
    sampledSequence: latest?.sequence ?? null,
    verdictRank: verdictRank(verdict),
    verdictSince,
    hasConditions: state.open.length > 0,
    lookAgain: isToLookAgain(state),
    problemKind: problem?.kind ?? null,
  };
}

const bytesWritten = (log: JudgedLog): string => bytesTextOfDataUnits(log.dataUnitsWritten);

/** Those that ended, opened, or have other figures. */
function changedConditions({ driveId, before, after }: StateChange): ConditionRow[] {
  if (after.open === before.open && after.ended.length === 0) return [];
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
    a.acknowledged === b.acknowledged &&
    haveSameFigures(a, b)
  );
}

/** Whether two conditions of one rule say the same. */
export function haveSameFigures(a: Condition, b: Condition): boolean {
  return (
    a.severity === b.severity &&
    a.unit === b.unit &&
    a.value?.toString() === b.value?.toString() &&
    a.threshold?.toString() === b.threshold?.toString() &&
    a.withinHours === b.withinHours &&
    a.total?.toString() === b.total?.toString() &&
    a.clearingSinceMs === b.clearingSinceMs
  );
}

function conditionRow(driveId: string, condition: OpenCondition | EndedCondition, endedAt: Date | null): ConditionRow {
  const { rule, severity, since, value, threshold, unit = null, total, acknowledged } = condition;
  return {
    driveId,
    rule,
    severity,
    since,
    value: value?.toString() ?? null,
    threshold: threshold?.toString() ?? null,
    unit,
    withinHours: condition.withinHours ?? null,
    total: total?.toString() ?? null,
    clearingSinceMs: condition.clearingSinceMs ?? null,
    acknowledged: acknowledged === undefined ? null : acknowledgementRow(acknowledged),
    endedAt,
  };
}

function acknowledgementRow({ at, by, note, untilValue, severity }: Acknowledgement): AcknowledgementRow {
  return { atMs: at.getTime(), by, note, untilValue: untilValue?.toString() ?? null, severity };
}
