import { boundSign, formatCount, formatLatency } from "@crosspoint/domain";
import { percentileLabel } from "../prepare/nines";
import type { PercentileRow, PercentileChart as Prepared } from "../prepare/percentiles-by-nines";
import { ChartTooltip, type TooltipLine } from "./chart-tooltip";

interface PercentileTooltipProps {
  readonly chart: Prepared;
  readonly row: PercentileRow | undefined;
  readonly colorOf: (id: string) => string;
}

/** Latencies at one percentile, each with what it is based on: samples, or a source. */
export function PercentileTooltip({ chart, row, colorOf }: PercentileTooltipProps) {
  if (row === undefined) return null;
  const lines = [...measuredLines(chart, row), ...publishedLines(chart, row)];
  return (
    <ChartTooltip
      title={`≤ ${percentileLabel(row.nines)}`}
      lines={lines.map((line) => ({ ...line, color: colorOf(line.key) }))}
    />
  );
}

type Line = Omit<TooltipLine, "color">;

function measuredLines({ series, unit }: Prepared, row: PercentileRow): Line[] {
  return series.flatMap(({ id, label }) => {
    const point = row.solid[id] ?? row.faded[id];
    if (point === undefined) return [];
    const { ns, samplesAbove } = point;
    const thin = samplesAbove < 10 ? "; indicative only" : "";
    const note = `${formatCount(samplesAbove)} ${samplesAbove === 1 ? "sample" : "samples"} above${thin}`;
    return [{ key: id, label, value: formatLatency(ns, unit).text, note }];
  });
}

/** A mark belongs to a place of the axis if it lies within this distance, in nines. */
const markReach = 0.03;

function publishedLines({ marks, unit }: Prepared, row: PercentileRow): Line[] {
  return marks
    .filter(({ nines }) => Math.abs(nines - row.nines) < markReach)
    .map(({ id, label, bound, ns, source }) => ({
      key: id,
      hollow: true,
      label,
      value: `${boundSign(bound)}${formatLatency(ns, unit).text}`,
      note: `published, ${source}`,
    }));
}
