import { measureAxis, measureOf } from "../../../charts/prepare/measure.ts";
import type { Plot, PlotLine, PlotPoint } from "../../../charts/prepare/plot.ts";
import { isoTime } from "../../../ui/relative-time.ts";
import type { Chosen, Trend } from "./trend.ts";
import { changeText } from "./trend-words.ts";

/** The runs of a plan over time, with the mean of each level between changes. */
export function trendPlot({ runs, changes, metric }: Trend, { plan, load }: Chosen, color: string): Plot {
  const values = runs.map(({ value }) => value);
  const measure = measureOf(metric, values);
  const found = changes.kind === "changed" ? changes.changes : [];
  const changed = new Map(found.map((change) => [change.index, change]));
  const points = runs.map(({ at, value }, index): PlotPoint => {
    const change = changed.get(index);
    const words = change === undefined ? undefined : changeText(change, measure.higherIsBetter);
    return {
      x: at.getTime(),
      y: value,
      ...(words === undefined ? {} : { details: [`First run of a new level: ${words}`] }),
    };
  });
  return {
    title: `${measure.name} of each run: ${load.words}`,
    note: plan.name,
    x: { title: "Requested", scale: "time", format: (timeMs) => isoTime(new Date(timeMs)) },
    y: measureAxis(measure, "linear"),
    series: [{ id: "runs", label: measure.name, color, form: "circle", line: true, points }],
    lines: levelsOf(runs, found, (value) => measure.quantity(value).text),
    legend: false,
    empty: "No run has this figure.",
    table: {
      header: ["requested", "run", metric],
      rows: runs.map(({ at, runId, value }) => [at.toISOString(), runId, value]),
    },
  };
}

type Found = Extract<Trend["changes"], { kind: "changed" | "unchanged" }>["changes"];

/** The mean of the runs between two changes, where there is a change at all. */
function levelsOf(runs: Trend["runs"], changes: Found, text: (value: number) => string): PlotLine[] {
  if (changes.length === 0) return [];
  const starts = [0, ...changes.map(({ index }) => index)];
  return starts.flatMap((start, level) => {
    const own = runs.slice(start, starts[level + 1]);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const y = own.reduce((sum, { value }) => sum + value, 0) / own.length;
    return [{ from: { x: first.at.getTime(), y }, to: { x: last.at.getTime(), y }, label: `mean ${text(y)}` }];
  });
}
