import { RelativeTime } from "@/ui/time";
import type { Condition } from "./condition";

type Acknowledged = NonNullable<Condition["acknowledged"]>;

/** Who knows of a condition and why it is left; or that it got worse since and counts again. */
export function AcknowledgedBy({ acknowledged: { at, by, note, holds } }: { acknowledged: Acknowledged }) {
  return (
    <p className="text-muted text-table">
      {holds ? "Acknowledged by " : "It got worse since it was acknowledged by "}
      {by} <RelativeTime time={at} />: {note}
      {holds ? " It counts for no verdict until it gets worse." : " It counts again."}
    </p>
  );
}
