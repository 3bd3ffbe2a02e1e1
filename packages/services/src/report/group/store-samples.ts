import type { LaterRunner, PlainTransaction } from "@crosspoint/db";
import type { BinaryWriter } from "@crosspoint/db/binary/writer";
import { CopiedSamples, insertSmartSamples, type SmartSampleRow } from "@crosspoint/db/queries/insert-smart-samples";
import type { SampledDrive } from "@crosspoint/db/queries/lock-sampled-drives";
import { type MetHost, meetHosts } from "@crosspoint/db/queries/meet-hosts";
import { type HostSight, seeHosts } from "@crosspoint/db/queries/see-hosts";
import { smartLogOfBytes } from "@crosspoint/db/queries/smart-log-bytes";
import { type DatedSample, StateChanges } from "../../health/rules/stored-state.ts";
import { LiveChanges } from "../../live/changes.ts";
import { isNewer, type Moment, momentOf } from "../../telemetry/rules/moment.ts";
import { TakenCounts } from "../../telemetry/rules/taken-counts.ts";
import type { GroupBuffers } from "./group-buffers.ts";
import { type GroupDrive, GroupDrives, type ReportDrives } from "./group-drives.ts";
import { markHours } from "./hour-marks.ts";
import type { KnownDrives } from "./known-drives.ts";
import type { KnownHosts } from "./known-hosts.ts";
import type { SampleReport } from "./sample-report.ts";
import type { WaitingSample } from "./waiting-sample.ts";

/** A group waits no longer than this for a row that somebody else holds: it is divided, and who needs the row waits alone. */
const lockWait = "500ms";

export interface StoringOptions {
  readonly known: KnownDrives;
  readonly hosts: KnownHosts;
  /**
   * What is remembered of drives may be taken for true where nobody seems to have changed it, and samples that look new to the time series
   * may be added without asking whether they are there.
   */
  readonly mayTrust: boolean;
  readonly buffers: GroupBuffers;
}

export interface Stored {
  readonly reports: ReadonlySet<SampleReport>;
  /** Once the transaction is committed: what is known by it. */
  remember(): void;
}

/** A sample that is to be stored. */
interface FreshSample extends DatedSample {
  readonly groupDrive: GroupDrive;
  readonly log: WaitingSample;
}

/**
 * Stores the samples of many reports, all of them in one statement, and judges each drive by its newest. Returns the
 * reports that are stored: those in which nothing is to be decided but which samples are new. All others are left to be
 * applied alone, with the reports of the same host behind them: of a host that claims drives, or that somebody has
 * locked; with a drive that is not known, or that its host does not hold or did not yet hold then.
 */
export async function storeSamples(
  tx: PlainTransaction,
  reports: readonly SampleReport[],
  { known, hosts: knownHosts, mayTrust, buffers }: StoringOptions,
): Promise<Stored> {
  const hosts = await meet(tx, reports);
  const met = reports.filter(({ hostId }) => hosts.has(hostId));
  const trustedHosts = mayTrust ? knownHosts.unchanged(hosts.values()) : new Set<string>();
  const [anyHost] = hosts.values();
  const drives = await GroupDrives.find(tx, met, { known, trustedHosts, server: anyHost?.server });
  let judged = judge(met, hosts, drives);
  // What is written of a drive beside its newest sample is written under its lock: by then it may be another than was thought.
  while (await drives.lockToo(tx, moreThanCalm(judged), known)) judged = judge(met, hosts, drives);
  const { plain, fresh, states, taken } = judged;
  const { later } = tx;
  const changes = new LiveChanges();
  const sights = lastSights(met, taken);
  await states.saveCalm(later);
  // PostgreSQL is busy with the drives while the rest is made ready, which is sent with the commit.
  later.sendAhead();
  await storeRows(later, fresh, { states, mayCopy: mayTrust, rows: buffers.rows });
  const marked = await markHours(later, fresh, Math.max(...reports.map(({ now }) => now.getTime())));
  await states.save({ tx: later, changes });
  if (sights.length > 0) await seeHosts(later, sights);
  await changes.announce(later);
  const written = writtenBy(judged);
  return {
    reports: new Set(plain),
    remember: () => {
      for (const [drive, hourMs] of marked) drive.markedHourMs = hourMs;
      if (anyHost !== undefined) rememberDrives(written, anyHost.revision, knownHosts.serverOf(anyHost));
      for (const [id, host] of hosts) knownHosts.note(host, taken.get(id)?.pairs() ?? []);
    },
  };
}

async function meet(tx: PlainTransaction, reports: readonly SampleReport[]): Promise<ReadonlyMap<string, MetHost>> {
  await tx.later.$executeRaw`SELECT set_config('lock_timeout', ${lockWait}, true)`;
  const hostIds = [...new Set(reports.map(({ hostId }) => hostId))];
  return new Map((await meetHosts(tx, hostIds)).map((host) => [host.id, host]));
}

interface Judged {
  /** Those that are stored. */
  readonly plain: readonly SampleReport[];
  readonly taken: ReadonlyMap<string, TakenCounts>;
  readonly fresh: readonly FreshSample[];
  readonly states: StateChanges<FreshSample>;
}

function judge(met: readonly SampleReport[], hosts: ReadonlyMap<string, MetHost>, drives: GroupDrives): Judged {
  const plain = inOrder(
    met,
    (report) => hosts.get(report.hostId)?.claims === false && areAllHeld(report, drives.of(report)),
  );
  const taken = new Map([...hosts].map(([id, { eventsTaken }]) => [id, TakenCounts.read(eventsTaken)]));
  const fresh: FreshSample[] = [];
  for (const report of plain) addFresh(fresh, report, { taken: taken.get(report.hostId), drives });
  const states = new StateChanges<FreshSample>();
  for (const sample of fresh) if (isNewest(sample.moment, sample.drive)) states.sample(sample);
  return { plain, taken, fresh, states };
}

/** Drives of which there is anything to store but a newest sample that leaves them good. */
function moreThanCalm({ fresh, states }: Judged): ReadonlySet<GroupDrive> {
  // Each of them its drive's only one, as it is nearly always.
  if (states.calm.size === fresh.length) return none;
  return new Set(fresh.flatMap(({ drive, groupDrive }) => (states.calm.has(drive.id) ? [] : groupDrive)));
}

const none: ReadonlySet<GroupDrive> = new Set();

/** What a transaction writes of drives. */
interface Written {
  /** Those that stay good, with the moments of their newest samples. */
  readonly calm: readonly { readonly groupDrive: GroupDrive; readonly moment: Moment }[];
  /** Those of them whose row in lists is another now. */
  readonly aged: readonly {
    readonly state: SampledDrive;
    readonly percentageUsed: number;
    readonly powerOnHours: string;
  }[];
  readonly others: ReadonlySet<GroupDrive>;
}

/** Keeps nothing of the samples themselves. */
function writtenBy(judged: Judged): Written {
  const samples = [...judged.states.calm.values()];
  return {
    calm: samples.map(({ groupDrive, moment }) => ({ groupDrive, moment })),
    aged: samples.flatMap(({ drive, log: { percentageUsed, powerOnHours } }) => {
      const isAged = drive.percentageUsed !== percentageUsed || drive.powerOnHours !== powerOnHours;
      return isAged ? { state: drive, percentageUsed, powerOnHours } : [];
    }),
    others: moreThanCalm(judged),
  };
}

/** What the rows of drives say now, by the transaction that wrote them. */
function rememberDrives({ calm, aged, others }: Written, revision: number, server: string): void {
  for (const { state, percentageUsed, powerOnHours } of aged) {
    state.percentageUsed = percentageUsed;
    state.powerOnHours = powerOnHours;
  }
  for (const {
    groupDrive: { known, state },
    moment,
  } of calm) {
    known.calm = state;
    known.server = server;
    state.latestMs = moment.time.getTime();
    state.latestClockMs = moment.clockMs ?? state.latestMs;
    state.latestHostId = moment.hostId;
    state.latestSequence = moment.sequence ?? null;
    state.revision = revision;
  }
  for (const { known } of others) known.calm = undefined;
}

/** One of each host: its last. */
function lastSights(met: readonly SampleReport[], taken: Judged["taken"]): HostSight[] {
  const last = new Map(met.map((report) => [report.hostId, report]));
  return Array.from(last.values(), ({ hostId, now, agentTimeMs }) => ({
    hostId,
    now,
    clockSkewMs: agentTimeMs - now.getTime(),
    pairs: taken.get(hostId)?.pairs() ?? [],
  }));
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
function areAllHeld(report: SampleReport, drives: ReportDrives): boolean {
  const nowMs = report.now.getTime();
  return report.samples.every((sample, place) => {
    const drive = drives[place]?.drive?.state;
    return (
      drive !== undefined &&
      drive.hostId === report.hostId &&
      drive.hostSinceMs !== null &&
      drive.hostSinceMs <= Math.min(sample.timeMs, nowMs)
    );
  });
}

interface Judging {
  readonly taken: TakenCounts | undefined;
  readonly drives: GroupDrives;
}

function addFresh(fresh: FreshSample[], report: SampleReport, { taken, drives }: Judging): void {
  const { hostId, samples } = report;
  const nowMs = report.now.getTime();
  const told = drives.of(report);
  let time = report.now;
  samples.forEach((log, place) => {
    const groupDrive = told[place]?.drive;
    if (groupDrive === undefined || taken?.take(log.sequence) !== true) return;
    const { sequence, timeMs: clockMs } = log;
    // Those of a report are mostly of one moment.
    if (time.getTime() !== Math.min(clockMs, nowMs)) time = momentOf(report, log).time;
    fresh.push({ groupDrive, drive: groupDrive.state, log, moment: { time, hostId, sequence, clockMs } });
  });
}

interface Storing {
  readonly states: StateChanges<FreshSample>;
  readonly mayCopy: boolean;
  readonly rows: BinaryWriter;
}

/**
 * A sample that is later than all that is known of its drive is new to the time series as well; of any other it has to be
 * asked. Where a clock was set back, a later one may be there too: then the copy fails, and the group is stored without.
 */
async function storeRows(
  tx: LaterRunner,
  fresh: readonly FreshSample[],
  { states, mayCopy, rows }: Storing,
): Promise<void> {
  const later = new CopiedSamples(rows);
  const others: SmartSampleRow[] = [];
  for (const { groupDrive, log, moment } of fresh) {
    const driveId = groupDrive.known.id;
    const { timeMs, stored } = log;
    const { hostId } = moment;
    if (mayCopy && timeMs > groupDrive.storedMs) {
      groupDrive.storedMs = timeMs;
      later.add(driveId, hostId, timeMs, stored);
    } else {
      const isNewest = states.isLatest(driveId, log);
      others.push({ driveId, hostId, timeMs, log: smartLogOfBytes(stored), isNewest });
    }
  }
  later.send(tx);
  if (others.length > 0) await insertSmartSamples(tx, others);
}

/** Whether a sample is newer than the newest that is stored of its drive. */
function isNewest(moment: Moment, { latestMs, latestHostId, latestSequence }: SampledDrive): boolean {
  if (latestMs === null || latestHostId === null) return true;
  // As between two of one host; nearly all are, and there are a thousand a group.
  if (latestHostId === moment.hostId && latestSequence !== null && moment.sequence !== undefined)
    return moment.sequence > latestSequence;
  return isNewer(moment, { time: new Date(latestMs), hostId: latestHostId, sequence: latestSequence ?? undefined });
}
