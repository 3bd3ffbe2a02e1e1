"use client";

import { celsiusOfKelvin } from "@crosspoint/domain";
import { SpreadChart } from "@/charts/draw/spread-chart";
import { prepareSpread } from "@/charts/prepare/spread";
import { Panel } from "@/ui/panel";
import type { Fleet } from "./fleet";

const temperatureBinCelsius = 2;
const usedBinPercent = 5;
const endOfRatingPercent = 100;

/** How warm and how worn the fleet is. */
export function SpreadPanels({ fleet }: { fleet: Fleet }) {
  const temperatures = prepareSpread(
    fleet.temperatures.map(({ kelvin, count }) => ({ value: celsiusOfKelvin(kelvin), count })),
    { width: temperatureBinCelsius },
  );
  const used = prepareSpread(
    fleet.percentagesUsed.map(({ percent, count }) => ({ value: percent, count })),
    { width: usedBinPercent, first: 0, openFrom: endOfRatingPercent },
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title="Temperature" note="newest samples of the last hour">
        {temperatures.total === 0 ? (
          <NoReadings />
        ) : (
          <SpreadChart
            spread={temperatures}
            title="Drives by composite temperature"
            axisTitle="°C"
            fileName="drives-by-temperature"
            color={() => "var(--series-1)"}
          />
        )}
      </Panel>
      <Panel title="Wear" note="newest samples of the last hour">
        {used.total === 0 ? (
          <NoReadings />
        ) : (
          <SpreadChart
            spread={used}
            title="Drives by percentage used"
            axisTitle="% of rated endurance"
            fileName="drives-by-percentage-used"
            color={({ to }) => (to === undefined ? "var(--watch)" : "var(--series-3)")}
          />
        )}
      </Panel>
    </div>
  );
}

function NoReadings() {
  return <p className="py-10 text-center text-muted">No samples in the last hour.</p>;
}
