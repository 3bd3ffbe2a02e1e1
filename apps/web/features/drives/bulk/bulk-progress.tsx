import { formatCount } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { Bar } from "@/ui/bar";

type Bulk = Outputs["bulk"]["list"][number];

/** How far it is, and what became of the drives so far. */
export function BulkProgress({ bulk }: { bulk: Bulk }) {
  const { total, processed, finishedAt, stopped } = bulk;
  return (
    <span className="grid gap-1">
      <span>{progressText(bulk)}</span>
      {finishedAt === undefined && stopped === undefined ? (
        <Bar percent={(100 * processed) / Math.max(total, 1)} className="w-40" />
      ) : null}
    </span>
  );
}

/** "1,200 of 5,000 drives: 1,100 done, 100 refused". */
export function progressText({ total, processed, done, refused, failed, stopped }: Bulk): string {
  const counts = [
    `${formatCount(done)} done`,
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(stopped === undefined ? [] : [`stopped before ${formatCount(total - processed)}`]),
  ];
  const of = processed === total ? formatCount(total) : `${formatCount(processed)} of ${formatCount(total)}`;
  return `${of} ${total === 1 ? "drive" : "drives"}: ${counts.join(", ")}`;
}
