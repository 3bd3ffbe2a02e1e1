import type { DriveRecord } from "@crosspoint/db/queries/find-drives";
import { type Verdict, verdictOfRank } from "@crosspoint/domain";
import type { ServiceContext } from "../../context.ts";
import { type LastPlace, lastPlaceOf } from "../../drive/rules/last-place.ts";
import { type DescribedCondition, openConditions, readConditions } from "../../health/rules/open-conditions.ts";
import { problemText } from "../../health/rules/problem-text.ts";
import { maintenanceOfDrives, type OpenWindow } from "../../maintenance/rules/in-maintenance.ts";
import { readFoundProblem, type StoredProblem } from "../../stored/drive.ts";
import { mostUrgent } from "./most-urgent.ts";

export interface DriveInNeed {
  readonly id: string;
  readonly model: string;
  /** The catalog's name of the model, where it has one. */
  readonly productName: string | undefined;
  readonly serial: string;
  /** Undefined where no host has it now. */
  readonly hostId: string | undefined;
  readonly hostname: string | undefined;
  /** Of a drive that no host has now. */
  readonly lastPlace: LastPlace | undefined;
  readonly verdict: Verdict;
  /** What is wrong, ready to read. */
  readonly why: string;
  /** The most urgent condition; undefined where none is known. */
  readonly worst: DescribedCondition | undefined;
  /** How many more conditions count. */
  readonly others: number;
  /** The command that failed and what it answered, where the drive cannot be read. */
  readonly details: string | undefined;
  /** Since when something is as bad as the verdict. */
  readonly since: Date;
}

/** What is read of a drive beside its row in the lists. */
interface Reasons {
  readonly counting: readonly DescribedCondition[];
  readonly problem: StoredProblem | undefined;
  readonly lastPlace: LastPlace | undefined;
}

/**
 * The drives that need attention, the worst verdict first, and of one verdict those that have been so bad the longest: not
 * those of which a maintenance window is open.
 */
export async function drivesInNeed(
  { db, now }: ServiceContext,
  { windows, limit }: { readonly windows: readonly OpenWindow[]; readonly limit: number },
): Promise<DriveInNeed[]> {
  const drives = await mostUrgent(db, windows, limit);
  const rows = await db.drive.findMany({
    where: { id: { in: drives.map(({ id }) => id) } },
    select: {
      id: true,
      problem: true,
      lastSeenAt: true,
      conditions: openConditions,
      sightings: {
        where: { endedAt: { not: null } },
        orderBy: { lastSeenAt: "desc" },
        take: 1,
        include: { host: { select: { hostname: true } } },
      },
    },
    take: limit,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const maintenanceOf = await maintenanceOfDrives(db, [...byId.keys()], now);
  return drives.map((drive) => {
    const row = byId.get(drive.id);
    return driveInNeed(drive, {
      counting: readConditions(row?.conditions ?? [], maintenanceOf).filter(({ acknowledged }) => !acknowledged?.holds),
      problem: readFoundProblem(row?.problem),
      lastPlace: row && drive.lastHostname !== null ? lastPlaceOf(drive.lastHostname, row) : undefined,
    });
  });
}

/** Since when the drive is as bad as it is, by the oldest of what makes it so. */
function sinceOf(verdict: Verdict, counting: readonly DescribedCondition[]): Date | undefined {
  const as = counting.filter(({ severity }) => severity === verdict);
  return as.map(({ since }) => since).toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** Where the agent said why it cannot read the drive, that says more than a rule that only knows that it cannot. */
function driveInNeed(drive: DriveRecord, { counting, problem, lastPlace }: Reasons): DriveInNeed {
  const [worst, ...others] = counting;
  const { id, model, productName, serial, hostId, hostname, verdictSince } = drive;
  const verdict = verdictOfRank(drive.verdictRank);
  const unread = verdict === "notResponding" || verdict === "unknown" ? problem : undefined;
  return {
    id,
    model,
    productName: productName ?? undefined,
    serial,
    hostId: hostId ?? undefined,
    hostname: hostname ?? undefined,
    lastPlace,
    verdict,
    why: unread ? `${problemText(unread)} ${unread.remedy}` : (worst?.text ?? ""),
    worst,
    others: others.length,
    details: unread?.detail,
    since: sinceOf(verdict, counting) ?? worst?.since ?? verdictSince,
  };
}
