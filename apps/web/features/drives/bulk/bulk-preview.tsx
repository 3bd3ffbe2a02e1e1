"use client";

import { formatCount } from "@crosspoint/domain";
import { type OutcomeGroup, OutcomeGroups } from "@/ui/outcome-groups";
import { countOf, type PreviewGroup, serialsShown } from "./preview-groups";

interface BulkPreviewProps {
  readonly groups: readonly PreviewGroup[];
  readonly complete: boolean;
}

/** What would happen to the drives, and to which nothing would and why. */
export function BulkPreview({ groups, complete }: BulkPreviewProps) {
  const will = countOf(groups, true);
  const wont = countOf(groups, false);
  return (
    <section aria-label="Preview" className="grid gap-2">
      <p role="status">
        {complete
          ? `${drivesText(will)} will change${wont === 0 ? "" : `, ${drivesText(wont)} won't`}`
          : `Checking… ${drivesText(will + wont)} so far`}
      </p>
      <OutcomeGroups groups={groups.map(outcomeOf)} />
    </section>
  );
}

function outcomeOf({ will, text, count, serials }: PreviewGroup): OutcomeGroup {
  const more = Math.max(0, count - serialsShown);
  return { id: `${will} ${text}`, will, outcome: text, countText: drivesText(count), names: serials, more };
}

export function drivesText(count: number): string {
  return count === 1 ? "1 drive" : `${formatCount(count)} drives`;
}
