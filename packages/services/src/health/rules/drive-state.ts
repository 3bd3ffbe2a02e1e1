import { findDriveModel } from "@crosspoint/catalog";
import {
  type Condition,
  explainRule,
  figureToAcknowledge,
  type HealthLimits,
  type HealthSample,
  type HealthSettings,
  judgedBy,
  judgeLevel,
  judgePast,
  type PastFacts,
  type Severity,
  type Verdict,
  verdictOf,
  verdictRank,
} from "@crosspoint/domain";
import type { ControllerFacts, DriveProblem, SmartLog } from "@crosspoint/protocol";
import type { StoredProblem } from "../../stored/drive.ts";
import { isNewer, type Moment } from "../../telemetry/rules/moment.ts";

/** A problem that a reading found. */
export type FoundProblem = Omit<StoredProblem, "seen">;

/** What of a log a drive is judged by, and what lists show of it. */
export type JudgedLog = Pick<
  SmartLog,
  | "criticalWarning"
  | "compositeTemperatureKelvin"
  | "availableSparePercent"
  | "availableSpareThresholdPercent"
  | "percentageUsed"
  | "dataUnitsWritten"
  | "powerOnHours"
>;

/** The newest sample of a drive. */
export interface LatestSample extends Moment {
  readonly smart: JudgedLog;
}

/** A person has seen a condition: until it is worse than it was then, it counts for no verdict. */
export interface Acknowledgement {
  readonly at: Date;
  /** As in the audit. */
  readonly by: string;
  readonly note: string;
  readonly untilValue: number | bigint | undefined;
  readonly severity: Severity;
}

export interface OpenCondition extends Condition {
  readonly since: Date;
  readonly acknowledged?: Acknowledgement | undefined;
}

export interface EndedCondition extends OpenCondition {
  readonly endedAt: Date;
}

/** What changes about a drive's health; a pure value, so that each rule below can be tested alone. */
export interface DriveState {
  readonly limits: HealthLimits;
  /** The rules' grades as the catalog and people have set them for this drive. */
  readonly settings: HealthSettings;
  /** Whether the drive's last hour is to be looked at, as it is stored. */
  readonly lookAgain: boolean;
  readonly problem: StoredProblem | undefined;
  readonly problemSince: Date | undefined;
  readonly latest: LatestSample | undefined;
  /** It was on a host, and is on none now. */
  readonly missing: boolean;
  readonly hostNotReporting: boolean;
  /** The worst of the open conditions, and when it became that. */
  readonly verdict: Verdict;
  readonly verdictSince: Date;
  readonly open: readonly OpenCondition[];
  /** Those that ended since the state was read, the first first. */
  readonly ended: readonly EndedCondition[];
}

/** A drive with one of these cannot be read at all, so any reading that succeeds says that it is over. */
const unreachable: ReadonlySet<DriveProblem["kind"]> = new Set(["nvmeCliMissing", "noPermission", "notResponding"]);

/** Who was asked for the health log, answered, and not with that. */
const unreadLog: ReadonlySet<DriveProblem["kind"]> = new Set(["commandFailed", "malformedData"]);
/** A command may fail once: as many minutes as three samples take. */
const unreadAfterMs = 3 * 60_000;

/** Whether a drive that answers has not given its health log for so long, as far as it was asked. */
function isHealthLogUnread({ problem, problemSince }: DriveState): boolean {
  if (problem?.seen === undefined || problemSince === undefined) return false;
  const isOfLog = problem.reportedBy === "sample" && unreadLog.has(problem.kind);
  return isOfLog && problem.seen.timeMs - problemSince.getTime() >= unreadAfterMs;
}

/** A problem that was found at that moment. Older than the newest sample it is history; of the same kind it goes on. */
export function withProblem(state: DriveState, problem: FoundProblem, moment: Moment): DriveState {
  if (state.latest !== undefined && isNewer(state.latest, moment)) return state;
  if (isNewer(problemSeen(state), moment) || wasGoneBy(state, moment.time)) return state;
  const goesOn = state.problem?.kind === problem.kind;
  const seen = { timeMs: moment.time.getTime(), hostId: moment.hostId, sequence: moment.sequence };
  // An inventory repeats what a sample has found: a sample alone ends that.
  const isOfSample = goesOn && state.problem?.reportedBy === "sample" && state.problem.detail === problem.detail;
  const reportedBy = isOfSample ? "sample" : problem.reportedBy;
  // Samples that fail in one way or the other are one stretch; what an inventory could not read of the drive is another.
  const areUnread = state.problem !== undefined && unreadLog.has(state.problem.kind) && unreadLog.has(problem.kind);
  const isOneStretch = areUnread ? state.problem?.reportedBy === reportedBy : goesOn;
  const problemSince = isOneStretch ? (state.problemSince ?? moment.time) : moment.time;
  return judgedAnew({ ...state, problem: { ...problem, reportedBy, seen }, problemSince }, moment.time);
}

/** A reading succeeded at that moment: what it disproves is over. */
export function withoutProblem(state: DriveState, reader: FoundProblem["reportedBy"], moment: Moment): DriveState {
  const { problem } = state;
  const disproved = problem !== undefined && (problem.reportedBy === reader || unreachable.has(problem.kind));
  if (!disproved || isNewer(problemSeen(state), moment)) return state;
  return judgedAnew({ ...state, problem: undefined, problemSince: undefined }, moment.time);
}

/** A sample that was taken at that moment; one that is not newer than the newest changes nothing. */
export function withSample(state: DriveState, smart: JudgedLog, moment: Moment): DriveState {
  if (state.latest !== undefined && !isNewer(moment, state.latest)) return state;
  return judgedAnew(withoutProblem({ ...state, latest: { ...moment, smart } }, "sample", moment), moment.time);
}

/** Other limits, as a new inventory tells them. */
export function withLimits(state: DriveState, limits: HealthLimits, at: Date): DriveState {
  return judgedAnew({ ...state, limits }, at);
}

/** A host that reports has the drive. */
export function withHost(state: DriveState, at: Date): DriveState {
  return judgedAnew({ ...state, missing: false, hostNotReporting: false }, at);
}

/** No host has the drive any more; what could not be read of it there is over. One that nobody expects is not missed. */
export function withoutHost(state: DriveState, at: Date, isExpected = true): DriveState {
  const gone = { missing: isExpected, hostNotReporting: false, problem: undefined, problemSince: undefined };
  return judgedAnew({ ...state, ...gone }, at);
}

/** Its host fell silent, after a last word then, or is heard of again. */
export function withSilentHost(state: DriveState, lastWordAt: Date): DriveState {
  return judgedAnew({ ...state, hostNotReporting: true }, lastWordAt);
}

/** When the problem was seen last; one that was kept without that, when it was seen first. */
function problemSeen({ problem, problemSince }: DriveState): Moment | undefined {
  if (problem?.seen === undefined) return problemSince && { time: problemSince, hostId: "", sequence: undefined };
  const { timeMs, hostId, sequence } = problem.seen;
  return { time: new Date(timeMs), hostId, sequence };
}

/** What was found before the drive left its host, and is told after, says nothing of now. */
function wasGoneBy({ open }: DriveState, at: Date): boolean {
  return open.some(({ rule, since }) => rule === "missing" && since >= at);
}

/** What the drive's past says, as its rollups tell it: growth, rates, forecasts. */
export function withPast(state: DriveState, past: PastFacts, when: Required<Omit<Judging, "by">>): DriveState {
  return withFound(state, judgePast(past, state.open, state.settings), { ...when, by: "worker" });
}

/** A person has seen what is wrong; what only a person ends may end with it. */
export function withAcknowledged(
  state: DriveState,
  rules: ReadonlySet<string>,
  { at, by, note }: Pick<Acknowledgement, "at" | "by" | "note">,
): DriveState {
  const open = state.open.map((condition) => {
    if (!rules.has(condition.rule)) return condition;
    const untilValue = figureToAcknowledge(condition);
    return { ...condition, acknowledged: { at, by, note, untilValue, severity: condition.severity } };
  });
  return judgedAnew({ ...state, open }, at);
}

/** What was acknowledged counts again. */
export function withoutAcknowledgement(state: DriveState, rule: string, at: Date): DriveState {
  const open = state.open.map((condition) =>
    condition.rule === rule ? { ...condition, acknowledged: undefined } : condition,
  );
  return judgedAnew({ ...state, open }, at);
}

/** By what a report tells. */
function judgedAnew(state: DriveState, at: Date): DriveState {
  const found = judgeLevel(
    {
      sample: state.latest && healthSampleOf(state.latest),
      limits: state.limits,
      notResponding: state.problem?.kind === "notResponding",
      healthLogUnread: isHealthLogUnread(state),
      missing: state.missing,
      hostNotReporting: state.hostNotReporting,
    },
    state.open,
    state.settings,
  );
  return withFound(state, found, { by: "report", at });
}

interface Judging {
  readonly by: "report" | "worker";
  readonly at: Date;
  /** When the last condition of a rule ended, of those that had one before. */
  readonly lastEnds?: ReadonlyMap<string, Date>;
}

/**
 * Conditions open and end, and the verdict changes its date, on edges alone. Those of rules that somebody else judges stay as
 * they are. What is found late begins when it began, as far as that is known.
 */
function withFound(state: DriveState, found: readonly Condition[], { by, at, lastEnds }: Judging): DriveState {
  if (found.length === 0 && state.open.length === 0) return withVerdict(state, "good", at);
  const before = new Map(state.open.map((condition) => [condition.rule, condition]));
  const rules = new Set(found.map(({ rule }) => rule));
  const judged = found.map(({ sinceMs, ...condition }) => ({
    ...condition,
    since: before.get(condition.rule)?.since ?? beginning(sinceMs, lastEnds?.get(condition.rule), at),
    acknowledged: before.get(condition.rule)?.acknowledged,
  }));
  const others = state.open.filter(({ rule }) => judgedBy(rule) !== by);
  const ended = state.open
    .filter(({ rule }) => judgedBy(rule) === by && !rules.has(rule))
    .map((condition) => endedAt(condition, at));
  const open = [...judged, ...others];
  const verdict = verdictOf(open);
  const opened = judged.filter(({ rule, severity }) => severity === verdict && !before.has(rule));
  return withVerdict(
    { ...state, open, ended: [...state.ended, ...ended] },
    verdict,
    becameAt(state, verdict, opened, at),
  );
}

function withVerdict(state: DriveState, verdict: Verdict, at: Date): DriveState {
  return verdict === state.verdict ? state : { ...state, verdict, verdictSince: at };
}

/** Not before the last one of its rule ended: that is history. Not later than now, whatever a host's clock says. */
function beginning(sinceMs: number | undefined, lastEnd: Date | undefined, at: Date): Date {
  if (sinceMs === undefined) return at;
  const leastMs = lastEnd === undefined ? sinceMs : lastEnd.getTime() + 1;
  return new Date(Math.min(Math.max(sinceMs, leastMs), at.getTime()));
}

/** What opens may have made the drive worse before it was found, but not before the drive became what it was until then. */
function becameAt(state: DriveState, verdict: Verdict, opened: readonly OpenCondition[], at: Date): Date {
  const firstMs = Math.min(...opened.map(({ since }) => since.getTime()));
  if (!(firstMs < at.getTime()) || verdictRank(verdict) > verdictRank(state.verdict)) return at;
  return new Date(Math.max(firstMs, Math.min(state.verdictSince.getTime(), at.getTime())));
}

/** Not before it began, though the clock that says so was set back meanwhile. */
function endedAt(condition: OpenCondition, at: Date): EndedCondition {
  return { ...condition, endedAt: at < condition.since ? condition.since : at };
}

/** What the drive says of itself in Identify Controller, and what the catalog knows of its model. */
export function limitsOf(
  model: string,
  controller: Pick<ControllerFacts, "warningTemperatureKelvin" | "criticalTemperatureKelvin"> | undefined,
): HealthLimits {
  return {
    writeProtectPercentageUsed: findDriveModel(model)?.model.wear?.writeProtectPercentageUsed,
    warningTemperatureKelvin: controller?.warningTemperatureKelvin,
    criticalTemperatureKelvin: controller?.criticalTemperatureKelvin,
  };
}

/** As much of the wire's sample as is judged. */
function healthSampleOf({ smart: log, time }: LatestSample): HealthSample {
  return {
    timeMs: time.getTime(),
    criticalWarning: log.criticalWarning,
    temperatureKelvin: log.compositeTemperatureKelvin,
    availableSparePercent: log.availableSparePercent,
    availableSpareThresholdPercent: log.availableSpareThresholdPercent,
    percentageUsed: log.percentageUsed,
  };
}

/** Nearer than this to the temperature that the drive warns of, its last hour is looked at. */
const nearKelvin = 10;
const temperatureBit = 0b10;

/** Whether somebody has to look at the samples of its last hour: it may be hot for long, or not any more. */
export function isToLookAgain({ latest, limits, open }: DriveState): boolean {
  const { warningTemperatureKelvin: warning = 0 } = limits;
  const smart = latest?.smart;
  const hot = warning > 0 && smart !== undefined && smart.compositeTemperatureKelvin >= warning - nearKelvin;
  const warned = ((smart?.criticalWarning ?? 0) & temperatureBit) !== 0;
  return hot || warned || open.some(({ rule }) => explainRule(rule)?.kind === "timeAbove");
}
