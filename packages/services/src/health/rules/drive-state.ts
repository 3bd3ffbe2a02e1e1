import { findDriveModel } from "@crosspoint/catalog";
import {
  type Condition,
  type HealthLimits,
  type HealthSample,
  judgeHealth,
  type Verdict,
  worstVerdict,
} from "@crosspoint/domain";
import type { ControllerFacts, DriveProblem, SmartLog } from "@crosspoint/protocol";
import type { StoredProblem } from "../../stored/drive.ts";
import { isNewer, type Moment } from "../../telemetry/rules/moment.ts";

/** A problem that a reading found. */
export type FoundProblem = Omit<StoredProblem, "seen">;

/** The newest sample of a drive. */
export interface LatestSample extends Moment {
  readonly smart: SmartLog;
}

export interface OpenCondition extends Condition {
  readonly since: Date;
}

export interface EndedCondition extends OpenCondition {
  readonly endedAt: Date;
}

/** What changes about a drive's health; a pure value, so that each rule below can be tested alone. */
export interface DriveState {
  readonly limits: HealthLimits;
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

/** A problem that was found at that moment. Older than the newest sample it is history; of the same kind it goes on. */
export function withProblem(state: DriveState, problem: FoundProblem, moment: Moment): DriveState {
  if (state.latest !== undefined && isNewer(state.latest, moment)) return state;
  if (isNewer(problemSeen(state), moment) || wasGoneBy(state, moment.time)) return state;
  const goesOn = state.problem?.kind === problem.kind;
  const problemSince = goesOn ? (state.problemSince ?? moment.time) : moment.time;
  const seen = { timeMs: moment.time.getTime(), hostId: moment.hostId, sequence: moment.sequence };
  return judgedAnew({ ...state, problem: { ...problem, seen }, problemSince }, moment.time);
}

/** A reading succeeded at that moment: what it disproves is over. */
export function withoutProblem(state: DriveState, reader: FoundProblem["reportedBy"], moment: Moment): DriveState {
  const { problem } = state;
  const disproved = problem !== undefined && (problem.reportedBy === reader || unreachable.has(problem.kind));
  if (!disproved || isNewer(problemSeen(state), moment)) return state;
  return judgedAnew({ ...state, problem: undefined, problemSince: undefined }, moment.time);
}

/** A sample that was taken at that moment; one that is not newer than the newest changes nothing. */
export function withSample(state: DriveState, smart: SmartLog, moment: Moment): DriveState {
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

/** No host has the drive any more; what could not be read of it there is over. */
export function withoutHost(state: DriveState, at: Date): DriveState {
  const gone = { missing: true, hostNotReporting: false, problem: undefined, problemSince: undefined };
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

/** Conditions open and end, and the verdict changes its date, on edges alone. */
function judgedAnew(state: DriveState, at: Date): DriveState {
  const found = judgeHealth({
    sample: state.latest && healthSampleOf(state.latest.smart),
    limits: state.limits,
    notResponding: state.problem?.kind === "notResponding",
    missing: state.missing,
    hostNotReporting: state.hostNotReporting,
  });
  const before = new Map(state.open.map((condition) => [condition.rule, condition]));
  const open = found.map((condition) => ({ ...condition, since: before.get(condition.rule)?.since ?? at }));
  const rules = new Set(found.map(({ rule }) => rule));
  const ended = state.open.filter(({ rule }) => !rules.has(rule)).map((condition) => endedAt(condition, at));
  const verdict = worstVerdict(open);
  const verdictSince = verdict === state.verdict ? state.verdictSince : at;
  return { ...state, open, ended: [...state.ended, ...ended], verdict, verdictSince };
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
function healthSampleOf(log: SmartLog): HealthSample {
  return {
    criticalWarning: log.criticalWarning,
    temperatureKelvin: log.compositeTemperatureKelvin,
    availableSparePercent: log.availableSparePercent,
    availableSpareThresholdPercent: log.availableSpareThresholdPercent,
    percentageUsed: log.percentageUsed,
    mediaErrors: BigInt(log.mediaErrors),
  };
}
