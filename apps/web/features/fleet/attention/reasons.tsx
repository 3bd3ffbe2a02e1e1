import { formatCount, VERDICTS_IN_NEED } from "@crosspoint/domain";
import Link from "next/link";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { cn } from "@/ui/classes";
import { healthLooks } from "@/ui/status";
import type { Fleet } from "../fleet";

const maxShown = 10;
/** Fewer drives are all in sight. */
const shownFrom = 5;

/** What is wrong by its reason, where it would be long to read drive by drive: each leads to the drives of which it holds. */
export function Reasons({ fleet: { reasons, drivesInNeedTotal } }: { fleet: Fleet }) {
  if (drivesInNeedTotal < shownFrom || reasons.length === 0) return null;
  return (
    <ul aria-label="Reasons" className="flex flex-wrap gap-x-5 gap-y-1.5 border-b px-4 py-2.5 text-table">
      {reasons.slice(0, maxShown).map(({ rule, title, severity, drives, inMaintenance }) => {
        const { icon: Icon, text, word } = healthLooks[severity];
        return (
          <li key={rule}>
            <Link
              href={drivesHref({ condition: [rule], verdict: [...VERDICTS_IN_NEED] })}
              prefetch={false}
              className="inline-flex items-center gap-1.5 hover:underline"
            >
              <Icon className={cn("size-3.5 shrink-0", text)} aria-hidden />
              <span>
                {title}: <span className="font-semibold">{formatCount(drives)}</span>
                {word === title ? null : <span className="sr-only">, at worst {word}</span>}
                {inMaintenance > 0 ? (
                  <span className="text-muted">, {formatCount(inMaintenance)} of them in maintenance</span>
                ) : null}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
