import { RelativeTime } from "@/ui/time";
import type { Condition } from "./condition";

/** A condition's value against its threshold, and since when; nothing in place of what its rule has none of. */
export function ConditionFigures({
  condition: { value, threshold, since },
}: {
  condition: Pick<Condition, "value" | "threshold" | "since">;
}) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-table">
      {value === "" ? null : <Figure term={isBits(value) ? "Warning" : "Value"}>{value}</Figure>}
      {threshold === "" ? null : <Figure term="Threshold">{threshold}</Figure>}
      <Figure term="Since">
        <RelativeTime time={since} />
      </Figure>
    </dl>
  );
}

/** A warning is a bit that is set, which is no value. */
function isBits(value: string): boolean {
  return value.startsWith("bit");
}

function Figure({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{term}</dt>
      <dd className="whitespace-nowrap font-medium">{children}</dd>
    </div>
  );
}
