"use client";

import { formatCount } from "@crosspoint/domain";
import { Ban, Check } from "lucide-react";
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
      <ul className="divide-y rounded-md border">
        {groups.map((group) => (
          <li key={`${group.will} ${group.text}`}>
            <Group group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Group({ group: { will, text, count, serials } }: { group: PreviewGroup }) {
  const Icon = will ? Check : Ban;
  return (
    <details className="px-3 py-1.5 text-table">
      <summary className="cursor-pointer">
        <Icon className={`mr-1.5 inline size-4 ${will ? "text-good" : "text-muted"}`} aria-hidden />
        <span className="sr-only">{will ? "Will: " : "Won't: "}</span>
        {text} <span className="text-muted">· {drivesText(count)}</span>
      </summary>
      <p className="wrap-anywhere mt-1 font-mono text-xs">
        {serials.join(", ")}
        {count > serialsShown ? ` and ${formatCount(count - serialsShown)} more` : ""}
      </p>
    </details>
  );
}

export function drivesText(count: number): string {
  return count === 1 ? "1 drive" : `${formatCount(count)} drives`;
}
