"use client";

import { celsiusOfKelvin } from "@crosspoint/domain";
import { PlotChart } from "@/charts/draw/plot-chart";
import { prepareSpread, type SpreadBin, type SpreadMark, spreadPlot } from "@/charts/prepare/spread";
import { Panel } from "@/ui/panel";
import type { Fleet } from "./fleet";

const temperatureBinCelsius = 2;
const usedBinPercent = 5;
const endOfRatingPercent = 100;
const height = 200;

/** How warm and how worn the fleet is. */
export function SpreadPanels({ fleet }: { fleet: Fleet }) {
  const limits = limitMarks(fleet.temperatureLimits);
  const temperatures = prepareSpread(
    fleet.temperatures.map(({ kelvin, count }) => ({ value: celsiusOfKelvin(kelvin), count })),
    { width: temperatureBinCelsius, marks: limits },
  );
  const used = prepareSpread(
    fleet.percentagesUsed.map(({ percent, count }) => ({ value: percent, count })),
    { width: usedBinPercent, first: 0, openFrom: endOfRatingPercent },
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel
        title="Temperature"
        note={`newest samples of the last hour${limits.length > 0 ? "; lowest limits of its models" : ""}`}
      >
        {temperatures.total === 0 ? (
          <NoReadings />
        ) : (
          <PlotChart
            plot={spreadPlot({
              spread: temperatures,
              title: "Drives by composite temperature",
              axisTitle: "°C",
              color: (bin) => colorByLimit(bin, limits),
            })}
            fileName="drives-by-temperature"
            height={height}
          />
        )}
      </Panel>
      <Panel title="Wear" note="newest samples of the last hour">
        {used.total === 0 ? (
          <NoReadings />
        ) : (
          <PlotChart
            plot={spreadPlot({
              spread: used,
              title: "Drives by percentage used",
              axisTitle: "% of rated endurance",
              color: ({ to }) => (to === undefined ? "var(--watch)" : "var(--series-3)"),
            })}
            fileName="drives-by-percentage-used"
            height={height}
          />
        )}
      </Panel>
    </div>
  );
}

function limitMarks({ warningKelvin, criticalKelvin }: Fleet["temperatureLimits"]): SpreadMark[] {
  const mark = (word: string, kelvin: number | null, color: string): SpreadMark[] => {
    if (kelvin === null) return [];
    const value = celsiusOfKelvin(kelvin);
    return [{ value, label: `${word} ${value}`, color }];
  };
  return [...mark("warning", warningKelvin, "var(--watch)"), ...mark("critical", criticalKelvin, "var(--failed)")];
}

/** The color of the highest limit that all of the bin has reached. */
function colorByLimit({ from }: SpreadBin, limits: readonly SpreadMark[]): string {
  return limits.findLast(({ value }) => from >= value)?.color ?? "var(--series-1)";
}

function NoReadings() {
  return <p className="py-10 text-center text-muted">No samples in the last hour.</p>;
}
