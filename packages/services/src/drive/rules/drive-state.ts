import { findDriveModel } from "@crosspoint/catalog";
import { type HealthLimits, type HealthVerdict, healthVerdict, type SmartSample } from "@crosspoint/domain";
import type { ControllerFacts, DriveProblem, SmartLog } from "@crosspoint/protocol";
import { isNewer, type Moment } from "../../telemetry/rules/moment.ts";

/** A problem that a reading found: who found it, because only the same kind of reading can say that it is over. */
export interface FoundProblem extends DriveProblem {
  readonly reportedBy: "inventory" | "sample";
}

/** As it is kept: with the moment at which it was seen last. */
export interface StoredDriveProblem extends FoundProblem {
  readonly seen?: { readonly timeMs: number; readonly hostId: string; readonly sequence?: number | undefined };
}

/** The newest sample of a drive and the verdict on it. */
export interface JudgedSample extends Moment {
  readonly smart: SmartLog;
  readonly verdict: string;
  readonly reasons: HealthVerdict["reasons"];
  /** When the verdict became what it is. */
  readonly verdictSince: Date;
}

/** What changes about a drive's health; a pure value, so that each rule below can be tested alone. */
export interface DriveState {
  readonly limits: HealthLimits;
  readonly problem: StoredDriveProblem | undefined;
  readonly problemSince: Date | undefined;
  readonly latest: JudgedSample | undefined;
}

/** A drive with one of these cannot be read at all, so any reading that succeeds says that it is over. */
const unreachable: ReadonlySet<DriveProblem["kind"]> = new Set(["nvmeCliMissing", "noPermission", "notResponding"]);

/** A problem that was found at that moment. Older than the newest sample it is history; of the same kind it goes on. */
export function withProblem(state: DriveState, problem: FoundProblem, moment: Moment): DriveState {
  if (state.latest !== undefined && isNewer(state.latest, moment)) return state;
  if (isNewer(problemSeen(state), moment)) return state;
  const goesOn = state.problem?.kind === problem.kind;
  const problemSince = goesOn ? (state.problemSince ?? moment.time) : moment.time;
  const seen = { timeMs: moment.time.getTime(), hostId: moment.hostId, sequence: moment.sequence };
  return rejudge({ ...state, problem: { ...problem, seen }, problemSince }, moment.time);
}

/** A reading succeeded at that moment: what it disproves is over. */
export function withoutProblem(state: DriveState, reader: FoundProblem["reportedBy"], moment: Moment): DriveState {
  const { problem } = state;
  const disproved = problem !== undefined && (problem.reportedBy === reader || unreachable.has(problem.kind));
  if (!disproved || isNewer(problemSeen(state), moment)) return state;
  return rejudge({ ...state, problem: undefined, problemSince: undefined }, moment.time);
}

/** A sample that was taken at that moment; one that is not newer than the newest changes nothing. */
export function withSample(state: DriveState, smart: SmartLog, moment: Moment): DriveState {
  if (state.latest !== undefined && !isNewer(moment, state.latest)) return state;
  const previous = state.latest;
  const judged: JudgedSample = {
    ...moment,
    smart,
    verdict: previous?.verdict ?? "",
    reasons: previous?.reasons ?? [],
    verdictSince: previous?.verdictSince ?? moment.time,
  };
  return rejudge(withoutProblem({ ...state, latest: judged }, "sample", moment), moment.time);
}

/** When the problem was seen last; one that was kept without that, when it was seen first. */
function problemSeen({ problem, problemSince }: DriveState): Moment | undefined {
  if (problem?.seen === undefined) return problemSince && { time: problemSince, hostId: "", sequence: undefined };
  const { timeMs, hostId, sequence } = problem.seen;
  return { time: new Date(timeMs), hostId, sequence };
}

/** Other limits, as a new inventory tells them. */
export function withLimits(state: DriveState, limits: HealthLimits, at: Date): DriveState {
  return rejudge({ ...state, limits }, at);
}

/** The verdict changes its date only on an edge. */
function rejudge(state: DriveState, at: Date): DriveState {
  const { latest } = state;
  if (latest === undefined) return state;
  const observation = state.problem?.kind === "notResponding" ? "notResponding" : smartSampleOf(latest.smart);
  const { status, reasons } = healthVerdict(observation, state.limits);
  const verdictSince = status === latest.verdict ? latest.verdictSince : at;
  return { ...state, latest: { ...latest, verdict: status, reasons, verdictSince } };
}

/** What the drive says of itself in Identify Controller, and what the catalog knows of its model. */
export function limitsOf(model: string, controller: ControllerFacts | undefined): HealthLimits {
  return {
    writeProtectPercentageUsed: findDriveModel(model)?.model.wear?.writeProtectPercentageUsed,
    warningTemperatureKelvin: controller?.warningTemperatureKelvin,
    criticalTemperatureKelvin: controller?.criticalTemperatureKelvin,
  };
}

/** The wire's sample with its counters as numbers of any size. */
export function smartSampleOf(log: SmartLog): SmartSample {
  return {
    ...log,
    temperatureKelvin: log.compositeTemperatureKelvin,
    dataUnitsRead: BigInt(log.dataUnitsRead),
    dataUnitsWritten: BigInt(log.dataUnitsWritten),
    hostReadCommands: BigInt(log.hostReadCommands),
    hostWriteCommands: BigInt(log.hostWriteCommands),
    controllerBusyTimeMinutes: BigInt(log.controllerBusyTimeMinutes),
    powerCycles: BigInt(log.powerCycles),
    powerOnHours: BigInt(log.powerOnHours),
    unsafeShutdowns: BigInt(log.unsafeShutdowns),
    mediaErrors: BigInt(log.mediaErrors),
    errorLogEntries: BigInt(log.errorLogEntries),
  };
}
