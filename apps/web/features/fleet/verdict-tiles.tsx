import { formatCount, VERDICTS, type Verdict } from "@crosspoint/domain";
import Link from "next/link";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { cn } from "@/ui/classes";
import { HealthBadge, healthLooks } from "@/ui/status";
import type { Fleet } from "./fleet";
import { trendText } from "./trend-text";

/** How many drives have each verdict: each leads to them. Every verdict keeps its place, also while no drive has it. */
export function VerdictTiles({ fleet }: { fleet: Fleet }) {
  const counts = new Map(fleet.byVerdict.map(({ verdict, count }) => [verdict, count]));
  return (
    <section aria-label="Verdicts" className="grid gap-2">
      <div className="flex h-2 gap-px overflow-hidden rounded-full" aria-hidden>
        {fleet.byVerdict.map(({ verdict, count }) => (
          <div key={verdict} className={cn("min-w-1", healthLooks[verdict].fill)} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 xl:grid-cols-8">
        {VERDICTS.map((verdict) => (
          <Tile key={verdict} verdict={verdict} count={counts.get(verdict) ?? 0} earlier={fleet.earlier} />
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  readonly verdict: Verdict;
  readonly count: number;
  readonly earlier: Fleet["earlier"];
}

function Tile({ verdict, count, earlier }: TileProps) {
  const trend = earlier && trendText(verdict, count, earlier);
  return (
    <li>
      <Link
        href={drivesHref({ verdict: [verdict] })}
        prefetch={false}
        className="grid h-full content-start rounded-lg border bg-surface px-3 py-2 hover:bg-hover"
      >
        <span className={cn("text-lg leading-6", count > 0 ? "font-semibold" : "text-muted")}>
          {formatCount(count)}
        </span>
        <HealthBadge status={verdict} plain />
        {trend ? (
          <span className="text-muted text-xs">
            <span className="sr-only">, </span>
            {trend}
          </span>
        ) : null}
      </Link>
    </li>
  );
}
