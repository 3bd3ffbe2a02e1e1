import { formatCount } from "@crosspoint/domain";
import type { Plot, PlotSeries } from "@/charts/prepare/plot";
import { stackedPoints } from "@/charts/prepare/stacked-points";
import type { ColumnKey } from "@/features/drives/list/drive-columns";
import { distinctColors } from "@/ui/series-color";
import type { Replacements } from "../fleet";

/** Named in the chart; the others are one. */
const namedMost = 6;

type Owner = Replacements["of"][number];

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

/** What a model or group is called where others stand beside it: several model numbers may be of one product. */
export function labelOf({ key, name }: Owner, all: readonly Owner[]): string {
  return all.some((each) => each.name === name && each.key !== key) ? `${name} (${key})` : name;
}

/** Drives by month: parts of models stand on one another. A drive may be in several groups, or in none: those are in the table. */
export function replacementsPlot(data: Replacements, by: "model" | "group"): Plot {
  const months = monthsOf(data);
  const parts = by === "model" ? partsByModel(data, months) : [all(data, months)];
  const points = stackedPoints(
    parts.map(({ counts }) => counts),
    (place) => months[place],
  );
  return {
    title: "Drives that reach the limit of their wear, by month",
    note: `${formatCount(countOf(data, months))} drives`,
    x: { title: "Month (UTC)", scale: "category", categories: months, format: (at) => months[at] ?? "" },
    y: { title: "Drives", scale: "linear", fromZero: true, whole: true, format: formatCount },
    stacked: true,
    series: parts.map(({ id, label, color, hollow }, part) => {
      return { id, label, color, hollow, bars: true, points: points[part] ?? [] };
    }),
    table: {
      header: ["month", "drives", ...data.of.map((owner) => labelOf(owner, data.of))],
      rows: months.map((month) => [
        month,
        countOf(data, [month]),
        ...data.of.map(({ key }) => countOf(data, [month], key)),
      ]),
    },
  };
}

interface Part extends Pick<PlotSeries, "id" | "label" | "color" | "hollow"> {
  /** By month. */
  readonly counts: readonly number[];
}

function all(data: Replacements, months: readonly string[]): Part {
  const counts = months.map((month) => countOf(data, [month]));
  return { id: "all", label: "Drives", color: "var(--series-1)", counts };
}

/** The models with the most drives have a color each. All others are one part, an outline: no gray is far enough from every color. */
function partsByModel(data: Replacements, months: readonly string[]): Part[] {
  const soon = data.of.filter(({ key }) => countOf(data, months, key) > 0);
  const named = soon.slice(0, soon.length > namedMost + 1 ? namedMost : soon.length);
  const colors = distinctColors(named.map(({ key }) => key));
  const parts = named.map((owner, index): Part => {
    const counts = months.map((month) => countOf(data, [month], owner.key));
    return { id: owner.key, label: labelOf(owner, soon), color: colors[index] ?? "", counts };
  });
  if (soon.length === named.length) return parts;
  const others = months.map((month, at) => {
    return countOf(data, [month]) - parts.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0);
  });
  const label = `${soon.length - named.length} other models`;
  return [...parts, { id: "others", label, color: "var(--text-muted)", hollow: true, counts: others }];
}
