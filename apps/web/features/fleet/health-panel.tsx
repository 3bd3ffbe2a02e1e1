"use client";

import { formatCount, type Verdict } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fragment, useState } from "react";
import { useTRPC } from "@/api/client";
import { type DriveFilter, drivesHref } from "@/features/drives/list/drive-filter";
import { QueryError } from "@/features/navigation/page-error";
import { cn } from "@/ui/classes";
import { DriveName } from "@/ui/drive-name";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { HealthBadge, healthLooks } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { HealthOf } from "./fleet";

type By = "model" | "firmware" | "group" | "host";
const options = [
  { value: "model", label: "Model" },
  { value: "firmware", label: "Firmware" },
  { value: "group", label: "Group" },
  { value: "host", label: "Host" },
] as const;

/** How the drives of each model, firmware, group or host are; those with the most that are not good first. */
export function HealthPanel({ oneHost }: { readonly oneHost: boolean }) {
  const [by, setBy] = useState<By>("model");
  const { data, error, refetch, isPlaceholderData } = useQuery(
    useTRPC().fleet.health.queryOptions({ by }, { placeholderData: keepPreviousData }),
  );
  const shown = options.filter(({ value }) => value !== "host" || !oneHost);
  return (
    <Panel
      flush
      title="Health"
      actions={<Segmented label="Health by" value={by} onValueChange={setBy} options={shown} />}
    >
      {error && !data ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="m-4 h-40" /> : null}
      {data ? (
        // What was there stays until the other has come.
        <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")} aria-busy={isPlaceholderData}>
          <Health by={data.by} data={data.rows} more={data.more} />
        </div>
      ) : null}
    </Panel>
  );
}

function Health({ by, data, more }: { readonly by: By; readonly data: readonly HealthOf[]; readonly more: boolean }) {
  if (data.length === 0) {
    return (
      <p className="px-4 py-3 text-muted">
        There are no groups with drives yet.{" "}
        <Link href="/groups" className="text-accent underline underline-offset-2">
          Groups
        </Link>
      </p>
    );
  }
  return (
    <>
      <Table label={`Health by ${by}`}>
        <TableHead className="max-sm:sr-only">
          <HeadCell>{by.charAt(0).toUpperCase() + by.slice(1)}</HeadCell>
          <HeadCell>Verdicts</HeadCell>
          <HeadCell number>Drives</HeadCell>
        </TableHead>
        <tbody>
          {data.map((row) => (
            <HealthRow key={`${row.key} ${row.model ?? ""}`} by={by} row={row} />
          ))}
        </tbody>
      </Table>
      {more ? (
        <p className="border-t px-4 py-2 text-muted text-table">
          The {data.length} with the most drives that are not good.
        </p>
      ) : null}
    </>
  );
}

function HealthRow({ by, row }: { readonly by: By; readonly row: HealthOf }) {
  const filter = filterOf(by, row);
  return (
    <Row className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:py-1">
      <Cell className="min-w-0 wrap-anywhere">
        <Name by={by} row={row} />
      </Cell>
      <Cell className="max-sm:order-last max-sm:col-span-2 max-sm:pl-4">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="flex h-2 w-24 shrink-0 gap-px overflow-hidden rounded-full" aria-hidden>
            {row.byVerdict.map(({ verdict, count }) => (
              <span key={verdict} className={cn("min-w-0.5", healthLooks[verdict].fill)} style={{ flexGrow: count }} />
            ))}
          </span>
          {row.byVerdict.map(({ verdict, count }, place) => (
            <Fragment key={verdict}>
              {place > 0 ? <span className="sr-only">, </span> : null}
              <VerdictCount verdict={verdict} count={count} filter={filter} />
            </Fragment>
          ))}
        </span>
      </Cell>
      <Cell number>
        <Link href={drivesHref(filter)} prefetch={false} className="hover:underline">
          {formatCount(row.drives)}
        </Link>
      </Cell>
    </Row>
  );
}

interface VerdictCountProps {
  readonly verdict: Verdict;
  readonly count: number;
  readonly filter: Partial<DriveFilter>;
}

function VerdictCount({ verdict, count, filter }: VerdictCountProps) {
  return (
    <Link
      href={drivesHref({ ...filter, verdict: [verdict] })}
      prefetch={false}
      className="inline-flex items-center gap-1 hover:underline"
    >
      {formatCount(count)} <HealthBadge status={verdict} plain />
    </Link>
  );
}

function Name({ by, row: { key, model, productName, name } }: { readonly by: By; readonly row: HealthOf }) {
  if (by === "model") return <DriveName productName={productName} model={key} />;
  if (by === "firmware") {
    return (
      <>
        <span className="font-mono">{key}</span> <span className="text-muted">{productName ?? model}</span>
      </>
    );
  }
  return (
    <Link href={by === "group" ? `/groups/${key}` : `/hosts/${key}`} prefetch={false} className="hover:underline">
      {name}
    </Link>
  );
}

function filterOf(by: By, { key, model }: HealthOf): Partial<DriveFilter> {
  switch (by) {
    case "model":
      return { model: [key] };
    case "firmware":
      return { firmware: [key], ...(model === undefined ? {} : { model: [model] }) };
    case "group":
      return { group: [key] };
    case "host":
      return { host: [key] };
  }
}
