import type { SqlRunner } from "@crosspoint/db";
import { insertSmartSamples } from "@crosspoint/db/queries/insert-smart-samples";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import { lockSampledDrives, type SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import { type HostSight, type MetHost, meetHosts } from "@crosspoint/db/queries/meet-hosts";
import { writeEventsTaken } from "@crosspoint/db/queries/write-events-taken";
import { verdictRank } from "@crosspoint/domain";
import { trimIdentity } from "../../drive/rules/drive-identity.ts";
import { withSample } from "../../health/rules/drive-state.ts";
import { StateChanges } from "../../health/rules/stored-state.ts";
import { LiveChanges } from "../../live/changes.ts";
import { isNewer, type Moment, momentOf } from "../../telemetry/rules/moment.ts";
import { TakenCounts } from "../../telemetry/rules/taken-counts.ts";
import { sampleRow } from "../apply/smart.ts";
import type { CountedSample, SampleReport } from "./sample-report.ts";

/** A group waits no longer than this for a row that somebody else holds: it is divided, and who needs the row waits alone. */
const lockWait = "500ms";

/** A sample that is to be stored, of a drive that is locked. */
interface FreshSample {
  readonly drive: SampledDrive;
  readonly event: CountedSample;
  readonly moment: Moment;
}

/**
 * Stores the samples of many reports, all of them in one statement, and judges each drive by its newest. Returns the
 * reports that are stored: those in which nothing is to be decided but which samples are new. All others are left to be
 * applied alone, with the reports of the same host behind them: of a host that claims drives, or that somebody has
 * locked; with a drive that is not known, or that its host does not hold or did not yet hold then.
 */
export async function storeSamples(
  tx: SqlRunner,
  reports: readonly SampleReport[],
): Promise<ReadonlySet<SampleReport>> {
  await tx.$executeRaw`SELECT set_config('lock_timeout', ${lockWait}, true)`;
  const hosts = new Map((await meetHosts(tx, lastSights(reports))).map((host) => [host.id, host]));
  const drives = await lockDrives(tx, reports, hosts);
  const plain = inOrder(reports, (report) => hosts.get(report.hostId)?.claims === false && areAllHeld(report, drives));
  const taken = new Map([...hosts].map(([id, { eventsTaken }]) => [id, TakenCounts.read(eventsTaken)]));
  const fresh = plain.flatMap((report) => freshSamples(report, taken.get(report.hostId), drives));
  const changes = new LiveChanges();
  if (fresh.length > 0) {
    const states = judge(fresh);
    await insertSmartSamples(
      tx,
      fresh.map(({ drive, event, moment }) => sampleRow(drive.id, event, { moment, changes: states })),
    );
    await states.save({ tx, changes });
  }
  const rows = [...taken].flatMap(([hostId, counts]) => (counts.changed ? [{ hostId, pairs: counts.pairs() }] : []));
  if (rows.length > 0) await writeEventsTaken(tx, rows);
  await changes.announce(tx);
  return new Set(plain);
}

/** One of each host: its last. */
function lastSights(reports: readonly SampleReport[]): HostSight[] {
  const sights = reports.map(({ hostId, now, agentTimeMs }): [string, HostSight] => [
    hostId,
    { hostId, now, clockSkewMs: agentTimeMs - now.getTime() },
  ]);
  return [...new Map(sights).values()];
}

type DrivesByIdentity = ReadonlyMap<string, SampledDrive>;

async function lockDrives(
  tx: SqlRunner,
  reports: readonly SampleReport[],
  hosts: ReadonlyMap<string, MetHost>,
): Promise<DrivesByIdentity> {
  const asked = new Map(
    reports
      .filter(({ hostId }) => hosts.has(hostId))
      .flatMap(({ events }) => events.map(({ drive }) => trimIdentity(drive)))
      .map((identity) => [identityText(identity), identity]),
  );
  if (asked.size === 0) return new Map();
  const locked = await lockSampledDrives(tx, [...asked.values()], verdictRank("good"));
  return new Map(locked.map((drive) => [identityText(drive), drive]));
}

/** Those that pass, until one of the same host does not. */
function inOrder(reports: readonly SampleReport[], passes: (report: SampleReport) => boolean): SampleReport[] {
  const held = new Set<string>();
  return reports.filter((report) => {
    if (!held.has(report.hostId) && passes(report)) return true;
    held.add(report.hostId);
    return false;
  });
}

/** Whether its host has all of the drives, and had them when they were sampled: then nobody else has a say about them. */
function areAllHeld(report: SampleReport, drives: DrivesByIdentity): boolean {
  return report.events.every((event) => {
    const drive = drives.get(keyOf(event));
    return (
      drive !== undefined &&
      drive.hostId === report.hostId &&
      drive.hostSince !== null &&
      drive.hostSince <= momentOf(report, event).time
    );
  });
}

/** By the host's count, so that a verdict that came and went within one report keeps its dates. */
function freshSamples(
  report: SampleReport,
  taken: TakenCounts | undefined,
  drives: DrivesByIdentity,
): readonly FreshSample[] {
  return report.events
    .filter(({ sequence }) => taken?.take(sequence) === true)
    .toSorted((a, b) => a.sequence - b.sequence)
    .flatMap((event) => {
      const drive = drives.get(keyOf(event));
      return drive === undefined ? [] : [{ drive, event, moment: momentOf(report, event) }];
    });
}

function judge(fresh: readonly FreshSample[]): StateChanges {
  const states = new StateChanges();
  for (const { drive, event, moment } of fresh) {
    const stored = latestOf(drive);
    if (stored !== undefined && !isNewer(moment, stored)) continue;
    states.sample(drive, (state) => withSample(state, event.log, moment));
  }
  return states;
}

function latestOf({ latestTime, latestHostId, latestSequence }: SampledDrive): Moment | undefined {
  if (latestTime === null || latestHostId === null) return undefined;
  return { time: latestTime, hostId: latestHostId, sequence: latestSequence ?? undefined };
}

function keyOf({ drive }: CountedSample): string {
  return identityText(trimIdentity(drive));
}
