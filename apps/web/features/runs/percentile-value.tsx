import { formatLatency, type LatencyUnit, type PercentileReading, percentileSampleNote } from "@crosspoint/domain";
import { Quantity } from "@/ui/quantity";
import { Tooltip } from "@/ui/tooltip";

/** A percentile with the honesty that its samples ask for: faded where it is an indication, absent where it is nothing. */
export function PercentileValue({ reading, unit }: { reading: PercentileReading; unit?: LatencyUnit }) {
  const note = percentileSampleNote(reading);
  if (reading.kind === "tooFewSamples") {
    return (
      <Tooltip text={note}>
        <button type="button" className="cursor-help text-muted underline decoration-dotted underline-offset-3">
          too few
        </button>
      </Tooltip>
    );
  }
  const value = <Quantity of={formatLatency(reading.ns, unit)} exact={`${reading.samplesAbove} samples above`} />;
  if (note === undefined) return value;
  return (
    <Tooltip text={note}>
      <button type="button" className="cursor-help text-muted underline decoration-dotted underline-offset-3">
        {value}
      </button>
    </Tooltip>
  );
}
