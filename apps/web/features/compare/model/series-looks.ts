import { parseSeries, runsKey } from "@crosspoint/domain";
import { distinctColors } from "../../../ui/series-color.ts";
import type { MatrixSeries } from "./matrix.ts";

/** What name and color of a series follow from. */
export interface LookedSeries {
  readonly id: string;
  readonly kind: "run" | "drive" | "group" | "published";
  /** The drive, model or tag. */
  readonly label: string;
  /** Host and plan, how many runs, or the publisher. */
  readonly detail: string;
  readonly modelId?: string | undefined;
  readonly driveId?: string | undefined;
  readonly runs: readonly { readonly runId: string; readonly requestedAt: Date }[];
  /** Of what came in a file: "fio 3.42". */
  readonly tool?: string | undefined;
  /** Of a published one: what its source is called. */
  readonly sourceTitle?: string | undefined;
}

/** Names and colors, in the order of the series. */
export function seriesLooks(series: readonly LookedSeries[]): MatrixSeries[] {
  const colors = distinctColors(colorKeys(series));
  const named = Map.groupBy(series, ({ label }) => label);
  return series.map((each, index) => {
    const { id, kind, label, detail } = each;
    // What is compared once needs no more than its name.
    const others = named.get(label)?.filter((other) => other !== each) ?? [];
    const apart = others.length === 0 ? undefined : apartFrom(each, others);
    const end = [each.tool, apart].filter(Boolean).join(", ") || undefined;
    return {
      id,
      name: end === undefined ? label : `${label}, ${end}`,
      detail: end,
      color: colors[index] ?? "",
      isPublished: kind === "published",
      runs: runsKey(each.runs),
      source: [detail, ...(kind === "run" ? each.runs.map(({ requestedAt }) => minuteText(requestedAt)) : [])]
        .filter(Boolean)
        .join(", "),
    };
  });
}

/** Two runs of one drive are told apart by when they were asked for, anything else by what it is. */
function apartFrom(series: LookedSeries, others: readonly LookedSeries[]): string {
  const time = series.kind === "run" ? series.runs[0]?.requestedAt : undefined;
  if (time === undefined) {
    const alike = others.some(({ detail }) => detail === series.detail);
    if (!alike) return series.detail;
    // The latest and the best run of a drive are of one host and plan.
    const choice = parseSeries(series.id);
    if (choice?.kind !== "drive") return series.sourceTitle ?? series.detail;
    const allAlike = others.every(({ detail }) => detail === series.detail);
    return allAlike ? `${choice.pick} run` : `${series.detail}, ${choice.pick}`;
  }
  const minute = minuteText(time);
  const same = others.some(({ kind, runs: [run] }) => kind === "run" && run && minuteText(run.requestedAt) === minute);
  return same ? `${minute}:${two(time.getSeconds())}` : minute;
}

/** "11-21 14:03" in the reader's zone. */
function minuteText(time: Date): string {
  return `${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * What each series' color follows: its model, so that measured and published figures of one model share theirs, since the fill
 * tells those two apart. Of several measured of one model the first has the model's, and each other one its own. Where all are of
 * one model the drives get a color each, and where all are of one drive, its runs do.
 */
export function colorKeys(series: readonly LookedSeries[]): string[] {
  const model = ({ modelId, label }: LookedSeries) => modelId ?? label;
  const levels = [
    model,
    (each: LookedSeries) => (each.kind === "published" ? model(each) : (each.driveId ?? each.label)),
    (each: LookedSeries) => (each.kind === "published" ? model(each) : each.id),
  ];
  const keyOf = levels.find((of) => new Set(series.map(of)).size > 1) ?? model;
  const measured = new Set<string>();
  return series.map((each) => {
    const key = keyOf(each);
    if (each.kind === "published") return key;
    const isFirst = !measured.has(key);
    measured.add(key);
    return isFirst ? key : each.id;
  });
}
