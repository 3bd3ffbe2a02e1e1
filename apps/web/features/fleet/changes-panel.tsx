"use client";

import { formatCount } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Cpu } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { Skeleton } from "@/ui/skeleton";
import { Badge, HealthBadge } from "@/ui/status";
import { RelativeTime } from "@/ui/time";
import type { FleetChange } from "./fleet";

/** What began and what ended in a week, the newest first. */
export function ChangesPanel() {
  const { data, error, refetch } = useQuery(useTRPC().fleet.changes.queryOptions());
  return (
    <Panel flush title="Recent changes" note="conditions and firmware of the last 7 days">
      {error && !data ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="m-4 h-40" /> : null}
      {data?.length === 0 ? (
        <p className="px-4 py-3 text-muted">No condition began or ended, and no firmware changed.</p>
      ) : null}
      <ul aria-label="Recent changes">
        {data?.map((change) => (
          <Change
            key={`${change.change} ${change.change === "firmware" ? change.firmware : change.rule} ${change.at.getTime()} ${change.drives[0]?.id}`}
            change={change}
          />
        ))}
      </ul>
    </Panel>
  );
}

function Change({ change }: { change: FleetChange }) {
  const { at } = change;
  const { title, text } = wordsOf(change);
  return (
    <li className="border-b px-4 py-1.5 text-table last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2">
        <ChangeBadge change={change} />
        <span className="min-w-0">
          <span className="sr-only">: </span>
          <span className="font-medium">{title}</span>
        </span>
        <span className="ml-auto text-muted">
          <RelativeTime short time={at} />
        </span>
      </div>
      <p className="text-muted wrap-anywhere">
        <Drives change={change} />
        {text ? `: ${text}` : ""}
      </p>
    </li>
  );
}

function ChangeBadge({ change }: { change: FleetChange }) {
  switch (change.change) {
    case "ended":
      return <Badge icon={CircleCheck} word="Ended" tone="good" plain />;
    case "began":
      return <HealthBadge status={change.severity} plain />;
    case "firmware":
      return <Badge icon={Cpu} word="Firmware" tone="neutral" plain />;
  }
}

function wordsOf(change: FleetChange): { readonly title: string; readonly text: string } {
  return change.change === "firmware" ? { title: `${change.previous} → ${change.firmware}`, text: "" } : change;
}

/** "PHKS1, PHKS2 and 22 more in stor-07". */
function Drives({ change: { drives, others, othersAtLeast, host } }: { change: FleetChange }) {
  return (
    <>
      {drives.map(({ id, serial }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <Link
            href={`/drives/${id}`}
            prefetch={false}
            className="font-mono text-text underline decoration-border-strong underline-offset-2"
          >
            {serial}
          </Link>
        </span>
      ))}
      {others > 0 ? ` and ${othersAtLeast ? "at least " : ""}${formatCount(others)} more` : ""}
      {host ? (
        <>
          {" in "}
          <Link
            href={`/hosts/${host.id}`}
            prefetch={false}
            className="text-text underline decoration-border-strong underline-offset-2"
          >
            {host.name}
          </Link>
        </>
      ) : null}
    </>
  );
}
