import { identityText, type LockedDrive, lockDrives } from "@crosspoint/db/queries/lock-drives";
import { updateDriveProblems } from "@crosspoint/db/queries/update-drives";
import { upsertDriveLatest } from "@crosspoint/db/queries/upsert-drive-latest";
import type { HealthReason } from "@crosspoint/domain";
import type { ControllerFacts, DriveIdentity, SmartLog } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { trimIdentity } from "./drive-identity.ts";
import { type DriveState, type JudgedSample, limitsOf, type StoredDriveProblem } from "./drive-state.ts";

/** The drives of a batch of events, found by the identity that an event names. */
export class LockedDrives {
  readonly #byIdentity: ReadonlyMap<string, LockedDrive>;

  private constructor(drives: readonly LockedDrive[]) {
    this.#byIdentity = new Map(drives.map((drive) => [identityText(drive), drive]));
  }

  /** Locks the drives, and creates those that are not known yet: the first word on a drive may be any event. */
  static async lock(scope: IngestScope, identities: readonly DriveIdentity[], seenAt: Date): Promise<LockedDrives> {
    const unique = new Map(identities.map(trimIdentity).map((identity) => [identityText(identity), identity]));
    return new LockedDrives(await lockDrives(scope.tx, [...unique.values()], seenAt));
  }

  get(identity: DriveIdentity): LockedDrive {
    const drive = this.#byIdentity.get(identityText(trimIdentity(identity)));
    if (drive === undefined) throw new Error(`The drive ${identity.model} ${identity.serial} was not locked.`);
    return drive;
  }
}

/** A drive's health as it is stored; the JSON columns are written by this module's callers alone. */
export function stateOf(drive: LockedDrive): DriveState {
  return {
    limits: limitsOf(drive.model, (drive.controller as ControllerFacts | null) ?? undefined),
    problem: (drive.problem as StoredDriveProblem | null) ?? undefined,
    problemSince: drive.problemSince ?? undefined,
    latest: latestOf(drive),
  };
}

function latestOf(drive: LockedDrive): JudgedSample | undefined {
  const { latestTime, latestHostId, latestSequence, verdict, verdictSince } = drive;
  if (latestTime === null || latestHostId === null || verdict === null || verdictSince === null) return undefined;
  return {
    time: latestTime,
    hostId: latestHostId,
    sequence: latestSequence === null ? undefined : Number(latestSequence),
    smart: drive.latestSmart as SmartLog,
    verdict,
    reasons: drive.reasons as HealthReason[],
    verdictSince,
  };
}

export interface StateChange {
  readonly driveId: string;
  readonly before: DriveState;
  readonly after: DriveState;
}

/** Writes what changed, and nothing where nothing did. */
export async function saveStates(scope: IngestScope, changes: readonly StateChange[]): Promise<void> {
  const problems = changes.filter(({ before, after }) => after.problem !== before.problem);
  const latest = changes.flatMap(({ driveId, before, after }) =>
    after.latest !== undefined && !sameLatest(before.latest, after.latest) ? [latestRow(driveId, after.latest)] : [],
  );
  if (problems.length > 0) {
    await updateDriveProblems(
      scope.tx,
      problems.map(({ driveId, after }) => ({
        id: driveId,
        problem: after.problem === undefined ? null : JSON.stringify(after.problem),
        problemSince: after.problemSince ?? null,
      })),
    );
  }
  if (latest.length > 0) await upsertDriveLatest(scope.tx, latest);
  for (const { driveId } of [...problems, ...latest]) scope.changes.drive(driveId);
}

function sameLatest(a: JudgedSample | undefined, b: JudgedSample): boolean {
  return (
    a !== undefined &&
    a.time.getTime() === b.time.getTime() &&
    a.sequence === b.sequence &&
    a.verdict === b.verdict &&
    JSON.stringify(a.reasons) === JSON.stringify(b.reasons)
  );
}

function latestRow(driveId: string, latest: JudgedSample) {
  const { sequence = null } = latest;
  return { ...latest, sequence, driveId, smart: JSON.stringify(latest.smart), reasons: JSON.stringify(latest.reasons) };
}
