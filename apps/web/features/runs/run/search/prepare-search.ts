import { type Criterion, formatPercent } from "@crosspoint/domain";
import { ioCount } from "@/charts/prepare/io-count";
import { latencyAxis, shownValues } from "@/charts/prepare/latency-axis";
import type { Plot, PlotAxis, PlotPoint, PlotSeries } from "@/charts/prepare/plot";
import { raisedName, raisedValue } from "../raised-words";
import { criterionName, figureWords, limitWords } from "./criterion-words";
import type { SearchedTrials, Trial } from "./trials";

/** A kind of limit: its figures share an axis. */
type LimitKind = "share" | "latency" | "rate";

/** Forms of marks: what was tried, and what was measured again for longer. */
const [tried, confirmed] = ["circle", "diamond"] as const;

const titles: Record<LimitKind, { readonly title: string; readonly axis: string }> = {
  share: { title: "Slow I/Os", axis: "Percent of the limit" },
  latency: { title: "Latency", axis: "Latency" },
  rate: { title: "Completed of what was asked", axis: "Completed (%)" },
};

/** A curve for each criterion over the value that was raised, with its limit: one plot for each kind of limit. */
export function prepareSearch(search: SearchedTrials, colorOf: (index: number) => string): Plot[] {
  const { step, trials, finding } = search;
  const kinds = [...new Set(step.criteria.map(kindOf))].filter(
    (kind) => kind !== "rate" || step.criteria.every(isRate),
  );
  return kinds.flatMap((kind) => {
    const own = step.criteria.flatMap((criterion, index) => (kindOf(criterion) === kind ? [{ criterion, index }] : []));
    const series = own.map(
      ({ criterion, index }, order): PlotSeries => ({
        id: String(index),
        label: `${criterionName(criterion)} (limit ${limitWords(criterion)})`,
        color: colorOf(order),
        form: tried,
        line: true,
        points: pointsOf(trials, index, criterion),
      }),
    );
    if (series.every(({ points }) => points.every(({ y }) => y === null))) return [];
    const { title, axis } = titles[kind];
    const highest = finding?.highest;
    return [
      {
        title: `${title} by ${raisedName(step.raise)}${kind === "share" ? ", each in percent of its limit" : ""}`,
        note: noteOf(search) || undefined,
        x: {
          title: step.raise === "rate" ? "Multiple of the rate" : raisedName(step.raise),
          scale: "log2",
          format: (value) => raisedValue({ parameter: step.raise, value }),
        },
        y:
          kind === "latency"
            ? latencyAxis("Latency", [...shownValues(series), ...limitsOf(own)])
            : percentAxis(axis, kind === "share"),
        series,
        reads: "point",
        lines: [
          ...(kind === "share"
            ? [{ from: { y: 100 }, to: { y: 100 }, label: "Limit" }]
            : own.map(({ criterion }, order) => limitLine(criterion, colorOf(order)))),
          ...(highest === undefined
            ? []
            : [
                {
                  from: { x: highest },
                  to: { x: highest },
                  label: raisedValue({ parameter: step.raise, value: highest }),
                },
              ]),
        ],
        table: tableOf(search, own),
      } satisfies Plot,
    ];
  });
}

function limitsOf(own: readonly { readonly criterion: Criterion }[]): number[] {
  return own.flatMap(({ criterion }) => criterion.belowNs ?? []);
}

/** Shares of a limit may be a thousand times the limit, and none at all: both are to be seen beside it. */
function percentAxis(title: string, ofLimit: boolean): PlotAxis {
  const format = (value: number) => formatPercent(value).text;
  return ofLimit ? { title, scale: "log10", withZero: true, format } : { title, scale: "linear", format };
}

function noteOf({ step, trials, finding }: SearchedTrials): string {
  const isSliced = trials.some(({ points }) => points.some(({ slices }) => slices.length > 0));
  return [
    ...(isSliced ? ["worst slice of each trial"] : []),
    ...(trials.some(({ confirms }) => confirms) ? ["diamonds are confirmations"] : []),
    ...(finding?.highest === undefined
      ? []
      : [`highest that passes: ${raisedValue({ parameter: step.raise, value: finding.highest })}`]),
  ].join("; ");
}

function kindOf(criterion: Criterion): LimitKind {
  if (criterion.percentBelow !== undefined) return "share";
  return criterion.belowNs === undefined ? "rate" : "latency";
}

function isRate(criterion: Criterion): boolean {
  return kindOf(criterion) === "rate";
}

/** In the order of the values; where a value was confirmed, its trial and then the confirmation, which is longer. */
function pointsOf(trials: readonly Trial[], index: number, criterion: Criterion): PlotPoint[] {
  return trials
    .toSorted((a, b) => a.value - b.value)
    .map(({ value, confirms, readings }) => {
      const reading = readings[index];
      const details = [confirms ? "Confirmation" : "Trial"];
      if (reading?.worst === undefined) return { x: value, y: null, gap: reading?.reason ?? "Not known.", details };
      const { worst, parts } = reading;
      const slices = parts.length === 1 ? [] : [`Worst of ${parts.length} slices`];
      return {
        x: value,
        y: criterion.percentBelow === undefined ? worst.value : (100 * worst.value) / criterion.percentBelow,
        form: confirms ? confirmed : tried,
        details: [
          ...details,
          `${figureWords(criterion, worst.value)}, limit ${limitWords(criterion)}`,
          ioCount(worst.operations),
          ...slices,
        ],
      };
    });
}

function limitLine(criterion: Criterion, color: string) {
  const y = criterion.percentBelow ?? criterion.belowNs ?? criterion.ratePercentAtLeast ?? 0;
  return { from: { y }, to: { y }, label: limitWords(criterion), color };
}

function tableOf(
  { step, trials }: SearchedTrials,
  own: readonly { criterion: Criterion; index: number }[],
): Plot["table"] {
  return {
    header: [
      raisedName(step.raise),
      "confirmation",
      ...own.flatMap(({ criterion }) => [`${criterionName(criterion)}`, "limit"]),
    ],
    rows: trials.map(({ value, confirms, readings }) => [
      value,
      confirms ? "yes" : "no",
      ...own.flatMap(({ criterion, index }) => {
        const worst = readings[index]?.worst;
        return [worst === undefined ? undefined : figureWords(criterion, worst.value), limitWords(criterion)];
      }),
    ]),
  };
}
