import type { AuditEntry, Database } from "@crosspoint/db";
import { readAuditDetail } from "../../stored/audit.ts";

type Entry = Pick<AuditEntry, "objectKind" | "objectId" | "detail">;
type Named = readonly (readonly [id: string, name: string])[];
const maxText = 100;

export interface Target {
  /** What a person calls it: the drive's serial, the host's name; undefined where nothing tells any more. */
  readonly target: string | undefined;
  /** It is a drive, host or run that was removed, or was never there. */
  readonly isGone: boolean;
}

const kindsWithPage: ReadonlySet<string> = new Set(["drive", "host", "run"]);

/**
 * What a person calls the object of an entry: a drive by its serial, a host by its name, a person by the
 * e-mail, a run by what was measured. Of an object that is no more, the entry itself may still tell; else it is missing.
 */
export async function targetsOf(db: Database, entries: readonly Entry[]): Promise<(entry: Entry) => Target> {
  const idsOf = (kind: string) => [
    ...new Set(entries.filter((entry) => entry.objectKind === kind).map(({ objectId }) => objectId)),
  ];
  const [drives, hosts, people, runs] = await Promise.all([
    drivesBy(db, idsOf("drive")),
    hostsBy(db, idsOf("host")),
    peopleBy(db, idsOf("person")),
    runsBy(db, idsOf("run")),
  ]);
  const known = new Map([...drives, ...hosts, ...people, ...runs]);
  const told = new Map(entries.flatMap((entry) => nameInDetail(entry).map((name) => [entry.objectId, name] as const)));
  // An entry's own word comes before another's: whoever signs in as nobody that there is, is "unknown" each time.
  return (entry) => ({
    target: known.get(entry.objectId) ?? nameInDetail(entry)[0] ?? told.get(entry.objectId),
    isGone: kindsWithPage.has(entry.objectKind) && !known.has(entry.objectId),
  });
}

async function drivesBy(db: Database, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const drives = await db.drive.findMany({ where: { id: { in: [...ids] } }, select: { id: true, serial: true } });
  return drives.map(({ id, serial }) => [id, serial]);
}

async function hostsBy(db: Database, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const hosts = await db.host.findMany({ where: { id: { in: [...ids] } }, select: { id: true, hostname: true } });
  return hosts.map(({ id, hostname }) => [id, hostname]);
}

async function peopleBy(db: Database, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const people = await db.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, email: true } });
  return people.map(({ id, email }) => [id, email]);
}

async function runsBy(db: Database, ids: readonly string[]): Promise<Named> {
  if (ids.length === 0) return [];
  const select = { id: true, planName: true, targetLabel: true } as const;
  const runs = await db.benchmarkRun.findMany({ where: { id: { in: [...ids] } }, select });
  // A file that names no target stands for both.
  return runs.map(({ id, planName, targetLabel }) => [
    id,
    planName === targetLabel ? planName : `${planName}, ${targetLabel}`,
  ]);
}

/** What entries say of their object beside its id. */
const nameKeys: Readonly<Record<string, readonly string[]>> = {
  drive: ["drive"],
  host: ["hostname", "host"],
  person: ["email"],
  run: ["target"],
  enrollmentToken: ["token"],
  setupLink: ["token"],
  apiToken: ["token"],
  plan: ["plan"],
  batch: ["batch"],
  bulk: ["bulk"],
  schedule: ["schedule"],
  group: ["group"],
  healthThreshold: ["rule"],
  firmwareAdvice: ["models"],
  maintenance: ["window"],
  comparison: ["comparison"],
  comparisonShare: ["comparison"],
};

function nameInDetail({ objectKind, detail }: Entry): string[] {
  const told = readAuditDetail(detail);
  const names = (nameKeys[objectKind] ?? []).map((key) => told[key]);
  return names.filter((name) => typeof name === "string").map((name) => name.slice(0, maxText));
}
