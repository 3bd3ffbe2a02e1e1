import { boundWords, formatCount } from "@crosspoint/domain";
import { type ComparisonBar, comparisonQuantity, type Measure } from "../prepare/comparison-bars";
import { ChartTooltip } from "./chart-tooltip";

interface BarTooltipProps {
  readonly chart: Measure;
  readonly bar: ComparisonBar;
  readonly color: string;
  readonly sourceName: (id: string) => string;
}

/** The exact figure of a bar, and what it is based on. */
export function BarTooltip({ chart, bar, color, sourceName }: BarTooltipProps) {
  const { rowId: key, label, kind, value, bound, sourceId } = bar;
  const note = kind === "published" ? `Published: ${sourceName(sourceId ?? "")}` : measuredNote(bar);
  return (
    <ChartTooltip
      title={label}
      lines={[
        {
          key,
          color,
          hollow: kind === "published",
          label: boundWords(bound),
          value: comparisonQuantity(chart, value).text,
          note,
        },
      ]}
    />
  );
}

function measuredNote({ samplesAbove, thin }: ComparisonBar): string {
  if (samplesAbove === undefined) return "Measured";
  return `Measured; ${formatCount(samplesAbove)} samples above${thin ? "; indicative only" : ""}`;
}
