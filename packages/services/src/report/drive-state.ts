import { findDriveModel } from "@crosspoint/catalog";
import { type HealthLimits, type HealthVerdict, healthVerdict, type SmartSample } from "@crosspoint/domain";
import type { ControllerFacts, DriveProblem, SmartLog } from "@crosspoint/protocol";

/** A problem as it is kept: with who found it, because only the same kind of reading can say that it is over. */
export interface StoredDriveProblem extends DriveProblem {
  readonly reportedBy: "inventory" | "sample";
}

/** The newest sample of a drive and the verdict on it. */
export interface JudgedSample {
  readonly time: Date;
  readonly hostId: string;
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

/** A problem that was found at that time. Older than the newest sample it is history; of the same kind it goes on. */
export function withProblem(state: DriveState, problem: StoredDriveProblem, at: Date): DriveState {
  if (state.latest !== undefined && at < state.latest.time) return state;
  if (state.problemSince !== undefined && at < state.problemSince) return state;
  const goesOn = state.problem?.kind === problem.kind;
  return rejudge({ ...state, problem, problemSince: goesOn ? (state.problemSince ?? at) : at }, at);
}

/** A reading succeeded at that time: what it disproves is over. */
export function withoutProblem(state: DriveState, reader: StoredDriveProblem["reportedBy"], at: Date): DriveState {
  const { problem, problemSince } = state;
  const isNewer = problemSince === undefined || at >= problemSince;
  const disproved = problem !== undefined && (problem.reportedBy === reader || unreachable.has(problem.kind));
  if (!isNewer || !disproved) return state;
  return rejudge({ ...state, problem: undefined, problemSince: undefined }, at);
}

/** A sample that was taken at that time; one that is not newer than the newest changes nothing. */
export function withSample(state: DriveState, sample: { hostId: string; smart: SmartLog }, at: Date): DriveState {
  if (state.latest !== undefined && at <= state.latest.time) return state;
  const previous = state.latest;
  const judged: JudgedSample = {
    time: at,
    ...sample,
    verdict: previous?.verdict ?? "",
    reasons: previous?.reasons ?? [],
    verdictSince: previous?.verdictSince ?? at,
  };
  return rejudge(withoutProblem({ ...state, latest: judged }, "sample", at), at);
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
