"use client";

import { formatCount } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/draw/plot-chart";
import { drivesHref } from "@/features/drives/list/drive-filter";
import { wearEndText } from "@/features/drives/list/drive-words";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { Renewing } from "@/ui/renewing";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { Stat } from "@/ui/stat";
import { AsOf } from "../as-of";
import type { Replacements } from "../fleet";
import { countOf, monthsOf, replacementsPlot, wearColumns } from "./prepare-replacements";
import { ReplacementsTable } from "./replacements-table";

const height = 220;
const options = [
  { value: "model", label: "Model" },
  { value: "group", label: "Group" },
] as const;

/** What the panel showed before it was asked for this. */
const otherOf = { model: "group", group: "model" } as const;

/** How many drives are likely to reach the limit of their wear in each of the next 24 months, and which. */
export function ReplacementsPanel() {
  const [by, setBy] = useState<"model" | "group">("model");
  const { data, error, refetch, isPlaceholderData } = useQuery(
    useTRPC().health.replacements.queryOptions({ by }, { placeholderData: keepPreviousData }),
  );
  return (
    <Panel
      title="Drives to replace"
      note={<AsOf text="by when each is likely to reach the limit of its wear" asOf={data?.asOf} />}
      actions={<Segmented label="Drives to replace by" value={by} onValueChange={setBy} options={options} />}
    >
      {error && !data ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-72" /> : null}
      {data ? (
        <Renewing renewing={isPlaceholderData}>
          <Months data={data} by={isPlaceholderData ? otherOf[by] : by} />
        </Renewing>
      ) : null}
    </Panel>
  );
}

function Months({ data, by }: { readonly data: Replacements; readonly by: "model" | "group" }) {
  const router = useRouter();
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-x-10 gap-y-3">
        <Ends name="Next 24 months" data={data} ends={monthsOf(data)} />
        {(["reached", "later", "notEnoughData"] as const).map((ends) => (
          <Ends key={ends} name={wearEndText(ends)} data={data} ends={[ends]} />
        ))}
      </div>
      {countOf(data, monthsOf(data)) === 0 ? (
        <p className="text-muted">No drive is likely to reach its limit within 24 months.</p>
      ) : (
        <PlotChart
          plot={replacementsPlot(data, by)}
          fileName="drives-to-replace"
          height={height}
          onChoose={(month) => router.push(drivesHref({ ends: [month], columns: wearColumns }))}
        />
      )}
      <ReplacementsTable data={data} by={by} />
    </div>
  );
}

interface EndsProps {
  readonly name: string;
  readonly data: Replacements;
  readonly ends: string[];
}

function Ends({ name, data, ends }: EndsProps) {
  return (
    <Stat label={name}>
      <Link href={drivesHref({ ends, columns: wearColumns })} prefetch={false} className="hover:underline">
        {formatCount(countOf(data, ends))}
      </Link>
    </Stat>
  );
}
