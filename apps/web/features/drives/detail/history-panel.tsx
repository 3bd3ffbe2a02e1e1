"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useQueryState } from "nuqs";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import type { DriveDetail } from "../drive-detail";
import type { DriveLimits } from "./history-limits";
import { historyRanges, rangeParser } from "./history-range";
import { resolutionText } from "./history-series";

/** The library that draws is half of what the page would weigh: it comes once the rest stands. */
const HistoryCharts = dynamic(() => import("./history-charts").then((module) => module.HistoryCharts), {
  ssr: false,
  loading: () => <Loading />,
});

/** SMART values over time. */
export function HistoryPanel({ drive }: { drive: DriveDetail }) {
  const { id: driveId } = drive;
  const [range, setRange] = useQueryState("range", rangeParser);
  const options = useTRPC().drive.history.queryOptions({ driveId, range }, { placeholderData: keepPreviousData });
  const { data, error, refetch } = useQuery(options);
  return (
    <Panel
      title="SMART over time"
      note={data && resolutionText(data)}
      actions={
        <Segmented
          label="Time range"
          value={range}
          onValueChange={setRange}
          options={historyRanges.map((value) => ({ value, label: value }))}
        />
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data ? <HistoryCharts driveId={driveId} history={data} limits={limitsOf(drive)} /> : error ? null : <Loading />}
    </Panel>
  );
}

function limitsOf({ controller, catalogModel, latest }: DriveDetail): DriveLimits {
  return {
    warningKelvin: controller?.warningTemperatureKelvin,
    criticalKelvin: controller?.criticalTemperatureKelvin,
    writeLimitPercent: catalogModel?.writeProtectPercentageUsed,
    sparePercent: latest?.smart.availableSpareThresholdPercent,
  };
}

function Loading() {
  return <Skeleton className="h-[36rem]" />;
}
