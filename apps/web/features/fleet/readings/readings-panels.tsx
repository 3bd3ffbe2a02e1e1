"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/draw/plot-chart";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { PanelSkeleton } from "@/ui/skeleton";
import { AsOf } from "../as-of";
import type { FleetReadings } from "../fleet";
import { ExtremesPanels } from "./extremes-panels";
import { temperaturePlot, wearPlot } from "./spread-plots";

const height = 200;

/** How warm and how worn the fleet is, and which drives stand out. A bar leads to its drives. */
export function ReadingsPanels() {
  const { data: readings, error, refetch } = useQuery(useTRPC().fleet.readings.queryOptions());
  if (error && !readings) return <QueryError error={error} retry={() => void refetch()} />;
  if (!readings) return <PanelSkeleton className="h-80" />;
  return (
    <>
      <ExtremesPanels readings={readings} />
      <Spreads readings={readings} />
    </>
  );
}

function Spreads({ readings }: { readings: FleetReadings }) {
  const router = useRouter();
  const [temperature, wear] = [temperaturePlot(readings), wearPlot(readings)];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title="Temperature" note={<AsOf text="newest samples of the last hour" asOf={readings.asOf} />}>
        {temperature === undefined ? (
          <p className="py-10 text-center text-muted">No temperatures in the last hour.</p>
        ) : (
          <PlotChart
            plot={temperature}
            fileName="drives-by-temperature"
            height={height}
            onChoose={(range) => router.push(`/drives?celsius=${range}`)}
          />
        )}
      </Panel>
      <Panel title="Wear" note={<AsOf text="newest samples" asOf={readings.asOf} />}>
        {wear === undefined ? (
          <p className="py-10 text-center text-muted">No drive has said yet how worn it is.</p>
        ) : (
          <PlotChart
            plot={wear}
            fileName="drives-by-percentage-used"
            height={height}
            onChoose={(range) => router.push(`/drives?used=${range}`)}
          />
        )}
      </Panel>
    </div>
  );
}
