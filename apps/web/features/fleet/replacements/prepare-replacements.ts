import { formatCount } from "@crosspoint/domain";
import type { Plot, PlotSeries } from "@/charts/prepare/plot";
import type { ColumnKey } from "@/features/drives/list/drive-columns";
import { distinctColors } from "@/ui/series-color";
import type { Replacements } from "../fleet";

/** Named in the chart; the others are one. */
const namedMost = 6;

/** What a list of drives that are to be replaced shows. */
export const wearColumns: ColumnKey[] = [
  ...(["verdict", "model", "serial", "host", "capacity", "percentageUsed", "written", "likelyEnd"] as const),
];

/** Those of the ends of wear that are months. */
export function monthsOf({ ends }: Replacements): string[] {
  return ends.map((each) => each.ends).filter((each) => /^\d{4}-\d\d$/.test(each));
}

/** Drives with one of these ends; those of one model or group, where it is named. */
export function countOf({ ends }: Replacements, some: readonly string[], key?: string): number {
  const chosen = ends.filter((each) => some.includes(each.ends));
  return chosen.reduce((sum, { count, shares }) => {
    return sum + (key === undefined ? count : (shares.find((share) => share.key === key)?.count ?? 0));
  }, 0);
}

/** Drives by month: parts of models stand on one another. A drive may be in several groups, or in none: those are in the table. */
export function replacementsPlot(data: Replacements, by: "model" | "group"): Plot {
  const months = monthsOf(data);
  return {
    title: "Drives that reach the limit of their wear, by month",
    note: `${formatCount(countOf(data, months))} drives`,
    x: { title: "Month (UTC)", scale: "category", categories: months, format: (at) => months[at] ?? "" },
    y: { title: "Drives", scale: "linear", fromZero: true, whole: true, format: formatCount },
    stacked: true,
    series:
      by === "model"
        ? seriesByModel(data, months)
        : [series("Drives", "var(--series-1)", months, (month) => countOf(data, [month]))],
    table: {
      header: ["month", "drives", ...data.of.map(({ name }) => name)],
      rows: months.map((month) => [
        month,
        countOf(data, [month]),
        ...data.of.map(({ key }) => countOf(data, [month], key)),
      ]),
    },
  };
}

function seriesByModel(data: Replacements, months: readonly string[]): PlotSeries[] {
  const soon = data.of.filter(({ key }) => countOf(data, months, key) > 0);
  const named = soon.slice(0, namedMost);
  const colors = distinctColors(named.map(({ key }) => key));
  const parts = named.map(({ key, name }, index) =>
    series(name, colors[index] ?? "", months, (month) => countOf(data, [month], key)),
  );
  if (soon.length === named.length) return parts;
  const others = (month: string) =>
    countOf(data, [month]) - named.reduce((sum, { key }) => sum + countOf(data, [month], key), 0);
  return [...parts, series(`${soon.length - named.length} other models`, "var(--unknown)", months, others)];
}

function series(label: string, color: string, months: readonly string[], count: (month: string) => number): PlotSeries {
  const points = months.map((month, x) => ({ x, y: count(month), id: month }));
  return { id: label, label, color, bars: true, points };
}
