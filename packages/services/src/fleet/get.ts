import { countDrivesByVerdict } from "@crosspoint/db/queries/count-drives";
import { countOfMaintenance } from "@crosspoint/db/queries/count-of-maintenance";
import { VERDICTS_IN_NEED, type Verdict, verdictRank } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { type Reachability, reachability } from "../health/gateway-pulse.ts";
import { verdictCounts } from "../health/rules/verdict-counts.ts";
import { openWindows } from "../maintenance/rules/in-maintenance.ts";
import { requireRight } from "../rights.ts";
import { type DriveInNeed, drivesInNeed } from "./rules/drives-in-need.ts";
import { type HostsInNeed, hostsInNeed } from "./rules/hosts-in-need.ts";
import { type Reason, reasons } from "./rules/reasons.ts";
import { type EarlierCounts, earlierCounts } from "./rules/trend.ts";

const maxShown = 20;
/** As many drives as a fleet has. */
const maxCounted = 100_000;

export interface Fleet extends HostsInNeed {
  readonly reachability: Reachability;
  /** All that are listed, and those of them that have a key to report with. */
  readonly hosts: number;
  readonly hostsWithKey: number;
  readonly drives: number;
  /** All drives, in hosts or not; the most urgent first. */
  readonly byVerdict: readonly { readonly verdict: Verdict; readonly count: number }[];
  /** How many there were some days ago; undefined where nobody counted yet. */
  readonly earlier: EarlierCounts | undefined;
  readonly reasons: readonly Reason[];
  /** The worst verdict first, then what has been so the longest, at most twenty; `drivesInNeedTotal` counts them all. */
  readonly drivesInNeed: readonly DriveInNeed[];
  readonly drivesInNeedTotal: number;
  /** Drives that would be among them, had that not begun in a maintenance window that is open. */
  readonly drivesInMaintenance: number;
}

/** Whether anything is wrong in the fleet, what it is, and what to do. */
export async function getFleet(context: ServiceContext): Promise<Fleet> {
  requireRight(context, "fleet.view");
  const windows = await openWindows(context.db, context.now);
  const [hosts, hostsWithKey, counts, earlier, why, need, expected, ofHosts, reached] = await Promise.all([
    context.db.host.count(),
    context.db.host.count({ where: { keyRevokedAt: null } }),
    countDrivesByVerdict(context.db),
    earlierCounts(context),
    reasons(context, windows),
    drivesInNeed(context, { windows, limit: maxShown }),
    countOfMaintenance(context.db, windows, { verdictRanks: VERDICTS_IN_NEED.map(verdictRank), most: maxCounted }),
    hostsInNeed(context),
    reachability(context),
  ]);
  const byVerdict = verdictCounts(counts);
  const total = (some: Fleet["byVerdict"]) => some.reduce((sum, { count }) => sum + count, 0);
  return {
    reachability: reached,
    hosts,
    hostsWithKey,
    drives: total(byVerdict),
    byVerdict,
    earlier,
    reasons: why,
    drivesInNeed: need,
    // Counted in two statements, between which a drive may change.
    drivesInNeedTotal: Math.max(
      0,
      total(byVerdict.filter(({ verdict }) => VERDICTS_IN_NEED.includes(verdict))) - expected,
    ),
    drivesInMaintenance: expected,
    ...ofHosts,
  };
}
