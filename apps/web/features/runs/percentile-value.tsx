import { formatLatency, type LatencyUnit, type PercentileReading, percentileSampleNote } from "@crosspoint/domain";
import { Quantity } from "@/ui/quantity";
import { Tooltip } from "@/ui/tooltip";

interface PercentileValueProps {
  readonly reading: PercentileReading;
  readonly unit?: LatencyUnit | undefined;
  /** Without its unit, which stands in the head of the column. */
  readonly bare?: boolean;
}

/** A percentile with the honesty that its samples ask for: faded where it is an indication, absent where it is nothing. */
export function PercentileValue({ reading, unit, bare }: PercentileValueProps) {
  const note = percentileSampleNote(reading);
  if (reading.kind === "tooFewSamples") return <Explained text={note}>too few</Explained>;
  const quantity = formatLatency(reading.ns, unit);
  const exact = `${reading.samplesAbove} samples above`;
  const value = bare ? <span title={exact}>{quantity.value}</span> : <Quantity of={quantity} exact={exact} />;
  return note === undefined ? value : <Explained text={note}>{value}</Explained>;
}

function Explained({ text, children }: { text: string | undefined; children: React.ReactNode }) {
  return (
    <Tooltip text={text}>
      <button type="button" className="cursor-help text-muted underline decoration-dotted underline-offset-3">
        {children}
      </button>
    </Tooltip>
  );
}
