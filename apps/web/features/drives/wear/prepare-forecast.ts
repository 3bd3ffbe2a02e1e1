import { formatPercent } from "@crosspoint/domain";
import type { Plot, PlotPoint, PlotSeries } from "../../../charts/prepare/plot";
import type { Wear } from "./wear";

type Drawn = Pick<Wear, "days" | "end" | "limitPercent" | "writeLimitPercent">;
type Forecast = Extract<Wear["end"], { kind: "forecast" }>;

const dayMs = 86_400_000;
/** Days further apart than this are not joined. */
const longestStepMs = 2.5 * dayMs;

/** Percentage used day by day, and the way to its limit: the likely one with what it may be. */
export function forecastPlot(wear: Drawn): Plot {
  const { days, end, limitPercent, writeLimitPercent } = wear;
  const last = days.at(-1);
  const ahead = end.kind === "forecast" && last !== undefined ? aheadOf(end, last, limitPercent) : [];
  return {
    title: `Percentage used and ${ahead.length > 0 ? "forecast" : "its limit"}`,
    note: ahead.length > 0 ? "likely, with the 95 % interval" : undefined,
    x: { title: "Day (UTC)", scale: "time", format: dayText },
    y: {
      title: "% of rated endurance",
      scale: "linear",
      fromZero: true,
      format: (percent) => formatPercent(Number(percent.toFixed(1))).text,
    },
    series: [
      { id: "used", label: "Percentage used", color: "var(--series-3)", line: true, points: pointsOf(days) },
      ...(ahead.length > 0 ? [forecastSeries(ahead)] : []),
    ],
    lines: [...new Set([limitPercent, writeLimitPercent ?? limitPercent])].map((percent) => ({
      from: { y: percent },
      to: { y: percent },
      label: `${percent === writeLimitPercent ? "Write limit" : "End of rating"} ${formatPercent(percent).text}`,
    })),
    empty: "No daily values yet: the first is there after the first day.",
    table: {
      header: ["day", "series", "percent", "low", "high"],
      rows: [
        ...days.map(({ timeMs, percentageUsed }) => [dayText(timeMs), "Percentage used", percentageUsed]),
        ...ahead.map(({ x, y, low, high }) => [dayText(x), "Forecast", y ?? undefined, low, high]),
      ],
    },
  };
}

function forecastSeries(points: readonly PlotPoint[]): PlotSeries {
  return { id: "forecast", label: "Forecast", color: "var(--series-2)", dash: "4 3", line: true, points };
}

function pointsOf(days: Wear["days"]): PlotPoint[] {
  return days.flatMap(({ timeMs, percentageUsed }, index) => {
    const point = { x: timeMs, y: percentageUsed };
    const before = days[index - 1];
    if (before === undefined || timeMs - before.timeMs <= longestStepMs) return [point];
    return [{ x: (before.timeMs + timeMs) / 2, y: null, gap: "no samples" }, point];
  });
}

/** From the last day to the limit, straight; without a latest date the slowest way goes on as it is. */
function aheadOf(
  { earliest, likely, latest }: Forecast,
  { timeMs: from, percentageUsed }: Wear["days"][number],
  limit: number,
): PlotPoint[] {
  const ends = [earliest, likely, latest].flatMap((date) => date?.getTime() ?? []);
  const way = (end: number | undefined) => (x: number) =>
    end === undefined
      ? percentageUsed
      : Math.min(percentageUsed + ((limit - percentageUsed) * (x - from)) / Math.max(end - from, 1), limit);
  const [fast, middle, slow] = [way(earliest.getTime()), way(likely.getTime()), way(latest?.getTime())];
  const places = [...new Set(ends.filter((x) => x > from))];
  if (places.length === 0) return [];
  return [from, ...places].map((x) => ({ x, y: middle(x), low: slow(x), high: fast(x) }));
}

function dayText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
