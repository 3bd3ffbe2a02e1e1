"use client";

import {
  formatCount,
  formatDataUnits,
  formatPercent,
  formatPercentageUsed,
  formatPowerOnHours,
  formatTemperature,
} from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/api/client";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Sparkline } from "@/ui/sparkline";
import { Stat } from "@/ui/stat";
import { RelativeTime, useNow } from "@/ui/time";
import type { DriveDetail } from "../drive-detail";
import { type Figure, figureTrends } from "./figure-trends";
import { isOutdated } from "./outdated";

type Smart = NonNullable<DriveDetail["latest"]>["smart"];

const figures: readonly { readonly id: Figure; readonly label: string; readonly of: (smart: Smart) => ReactNode }[] = [
  {
    id: "temperature",
    label: "Temperature",
    of: (smart) =>
      smart.compositeTemperatureKelvin === 0 ? (
        <NotKnown />
      ) : (
        <Quantity of={formatTemperature(smart.compositeTemperatureKelvin)} />
      ),
  },
  { id: "percentageUsed", label: "Percentage used", of: (smart) => formatPercentageUsed(smart.percentageUsed) },
  {
    id: "spare",
    label: "Available spare",
    of: (smart) => <Quantity of={formatPercent(smart.availableSparePercent)} />,
  },
  { id: "written", label: "Written", of: (smart) => <Quantity of={formatDataUnits(BigInt(smart.dataUnitsWritten))} /> },
  { id: "mediaErrors", label: "Media errors", of: (smart) => formatCount(BigInt(smart.mediaErrors)) },
  {
    id: "powerOnHours",
    label: "Power-on hours",
    of: (smart) => <Quantity of={formatPowerOnHours(BigInt(smart.powerOnHours))} />,
  },
];

/** The six figures by which a drive is judged at first sight, of its newest sample, each with how it went lately. */
export function KeyFigures({ drive }: { drive: DriveDetail }) {
  const { id, latest } = drive;
  const now = useNow();
  const { data } = useQuery(useTRPC().drive.figures.queryOptions({ driveId: id }));
  const trends = data && figureTrends(data);
  return (
    <section aria-label="Key figures" className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 xl:grid-cols-6">
      {latest && isOutdated(drive, now) ? (
        <p className="col-span-full text-table text-watch">
          Last read <RelativeTime time={latest.time} />
        </p>
      ) : null}
      {figures.map(({ id: figure, label, of }) => {
        const trend = trends?.[figure];
        return (
          <Stat
            key={figure}
            label={label}
            note={data === undefined ? "\u00a0" : (trend?.words ?? "not enough data for a trend")}
          >
            <span className="flex items-center gap-3">
              {latest ? of(latest.smart) : <NotKnown why="no sample yet" />}
              {trend ? <Sparkline values={trend.values} /> : null}
            </span>
          </Stat>
        );
      })}
    </section>
  );
}
