import { boundWords } from "@crosspoint/domain";
import type { ComparisonBar } from "../prepare/comparison-bars";
import type { Measure } from "../prepare/measure";
import { ChartTooltip } from "./chart-tooltip";

interface BarTooltipProps {
  readonly measure: Measure;
  readonly bar: ComparisonBar;
  readonly maxWidth: number;
}

/** The exact figure of a bar, and what it is based on. */
export function BarTooltip({ measure, bar, maxWidth }: BarTooltipProps) {
  const { rowId: key, label, color, kind, value, bound, thin, details } = bar;
  const note = [kind === "published" ? "Published" : "Measured", ...details, ...(thin ? ["indicative only"] : [])];
  return (
    <ChartTooltip
      title={label}
      maxWidth={maxWidth}
      lines={[
        {
          key,
          color,
          hollow: kind === "published",
          label: boundWords(bound),
          value: measure.quantity(value).text,
          note: note.join("; "),
        },
      ]}
    />
  );
}
