import { allSteps } from "./effects.ts";
import type { DriveSettings } from "./settings.ts";
import type { DatabaseStep, PlanStep } from "./steps.ts";

/** What is asked of one measurement of a database, its defaults written out; the contract's DatabaseSpec. */
export interface DatabaseSpec {
  readonly system: "postgresql";
  readonly benchmark: "tpcbLike" | "selectOnly";
  readonly sizeGib: number;
  /** Of pgbench: 100,000 accounts each. */
  readonly scale: number;
  readonly clients: number;
  readonly rampSeconds: number;
  readonly durationSeconds: number;
  /** What earlier steps of the run made of the target, in order; empty: as it was found. */
  readonly precondition: readonly string[];
  /** Settings of the drive that the plan changed, as they are at this point. */
  readonly settings?: DriveSettings | undefined;
}

/** Every step of a plan that runs a database. */
export function databaseSteps(steps: readonly PlanStep[]): DatabaseStep[] {
  return allSteps(steps).flatMap(({ step }) => (step.kind === "database" ? [step] : []));
}

/** A measurement of a database, as its plan has it: a point of the run, but of no block workload. */
export interface PlannedDatabasePoint {
  /** Its place in the order of measuring, from 0, among all points of the run. */
  readonly sequence: number;
  readonly stepPath: readonly number[];
  readonly database: DatabaseSpec;
}

/** A scale of pgbench is 100,000 accounts: 12.8 MiB of rows and 2.1 MiB of index. */
const mebibytesPerScale = 15;

/** The largest scale whose database is no larger than asked for; at least one. */
export function databaseScale(sizeGib: number): number {
  return Math.max(1, Math.floor((sizeGib * 1024) / mebibytesPerScale));
}

export function countDatabase({ clients }: DatabaseStep): number {
  return [clients].flat().length;
}

/** The measurements of a step, one for each number of clients in the order of the plan. */
export function expandDatabase(step: DatabaseStep): DatabaseSpec[] {
  const { kind: _, clients, rampSeconds = 0, sizeGib, ...rest } = step;
  return [clients].flat().map((each) => ({
    ...rest,
    sizeGib,
    scale: databaseScale(sizeGib),
    clients: each,
    rampSeconds,
    precondition: [],
  }));
}

/** What a database leaves of its target, as points behind it say it: `database:postgresql:8`. */
export function databaseWord({ system, sizeGib }: Pick<DatabaseSpec, "system" | "sizeGib">): string {
  return `database:${system}:${sizeGib}`;
}

/** How long the points of a step take at most; what prepares and ends the database is not in it. */
export function databaseSeconds(step: DatabaseStep): number {
  return ((step.rampSeconds ?? 0) + step.durationSeconds) * countDatabase(step);
}

const mebibyte = 1024 ** 2;
/** Assumed limits of the loading of rows, from a hard disk to the fastest drives, in MiB of the database. */
const loadingMebibytesPerSecond = { slowest: 10, fastest: 200 };
/** Starting, checkpointing and ending the server. */
const serverSeconds = { least: 5, most: 120 };

/** From nothing to a database with all its rows, and its end. */
export function databaseLoadingSeconds({ sizeGib }: Pick<DatabaseSpec, "sizeGib">) {
  const mebibytes = databaseScale(sizeGib) * mebibytesPerScale;
  return {
    least: serverSeconds.least + Math.ceil(mebibytes / loadingMebibytesPerSecond.fastest),
    most: serverSeconds.most + Math.ceil(mebibytes / loadingMebibytesPerSecond.slowest),
  };
}

/** What a step writes in any case: every row once, and its index. What its transactions write depends on their number. */
export function databaseBytesLeast({ sizeGib }: Pick<DatabaseSpec, "sizeGib">): number {
  return databaseScale(sizeGib) * mebibytesPerScale * mebibyte;
}

/** What a server has whatever its database; each scale, and as much again for the log, dead rows and the history; as the agent. */
const bytesLeast = 512 * mebibyte;
const spareFactor = 2;
/** This share of a file system is left free. */
const freeShare = 20;

/** The room that the agent wants for a database before it begins one. */
export function databaseBytesMost(step: Pick<DatabaseSpec, "sizeGib">): number {
  return bytesLeast + spareFactor * databaseBytesLeast(step);
}

/** The room that a file system on so many bytes has for it at most. */
export function databaseRoomBytes(sizeBytes: number): number {
  return sizeBytes - sizeBytes / freeShare;
}

/** Key of what was measured. It begins like no key of a block workload, so that the two never meet. */
export function databaseKey({
  system,
  benchmark,
  sizeGib,
  clients,
  precondition,
  settings = {},
}: DatabaseSpec): string {
  const set = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return [
    `database-${system}-${benchmark}-${sizeGib}gib-c${clients}`,
    ...(set.length === 0 ? [] : [`set(${set.toSorted().join("+")})`]),
    ...(precondition.length === 0 ? [] : [`after(${precondition.join("+")})`]),
  ].join("-");
}
