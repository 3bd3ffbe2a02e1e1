import { RATED_PERCENT } from "@crosspoint/domain";
import type { Plot } from "@/charts/prepare/plot";
import { prepareSpread, type SpreadMark, spreadPlot, type ValueCount } from "@/charts/prepare/spread";
import type { FleetReadings } from "../fleet";

const temperatureBinCelsius = 2;
const usedBinPercent = 5;
/** Some models limit themselves at 105 %: what is beyond has bars of its own. */
const openFromPercent = 115;

/** Drives by temperature: told apart by whether they have reached their own limits, wherever those lie. */
export function temperaturePlot({ celsius, limits }: FleetReadings): Plot | undefined {
  const spread = prepareSpread(
    [
      { label: "Below its own limits", color: "var(--series-1)", counts: celsius.belowLimits },
      { label: "At its own warning limit or above", color: "var(--watch)", counts: celsius.warning },
      { label: "At its own critical limit or above", color: "var(--failed)", counts: celsius.critical },
    ],
    {
      width: temperatureBinCelsius,
      marks: [
        ...limitMarks("warning", limits.warning, "var(--watch)"),
        ...limitMarks("critical", limits.critical, "var(--failed)"),
      ],
    },
  );
  if (spread.total === 0) return undefined;
  return spreadPlot({ spread, title: "Drives by composite temperature", axisTitle: "°C" });
}

/** In °C. Where limits begin; where drives differ, from which on some warn. */
function limitMarks(word: string, limits: readonly ValueCount[], color: string): SpreadMark[] {
  const [lowest] = limits;
  if (lowest === undefined) return [];
  const { value } = lowest;
  return [{ value, label: limits.length > 1 ? `first ${word} ${value}` : `${word} ${value}`, color }];
}

/** Drives by percentage used: those past the rating apart. */
export function wearPlot({ percentagesUsed }: FleetReadings): Plot | undefined {
  const isPast = ({ value }: ValueCount) => value >= RATED_PERCENT;
  const spread = prepareSpread(
    [
      { label: "Within its rating", color: "var(--series-3)", counts: percentagesUsed.filter((each) => !isPast(each)) },
      { label: "Rating used up", color: "var(--watch)", counts: percentagesUsed.filter(isPast) },
    ],
    {
      ...{ width: usedBinPercent, first: 0, openFrom: openFromPercent },
      marks: [{ value: RATED_PERCENT, label: "rating", color: "var(--watch)" }],
    },
  );
  if (spread.total === 0) return undefined;
  return spreadPlot({ spread, title: "Drives by percentage used", axisTitle: "% of rated endurance" });
}
