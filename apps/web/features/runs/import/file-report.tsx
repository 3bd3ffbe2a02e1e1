import { formatCount } from "@crosspoint/domain";
import type { ImportOutcome } from "@crosspoint/services/result/import";
import Link from "next/link";
import { RemarkList } from "../remark-list";

/** What was taken of a file and what was not, and why. */
export function FileReport({ outcome }: { outcome: ImportOutcome }) {
  const { runId, wasKnown, points, comparable, obstacles, refused, warnings } = outcome;
  return (
    <div className="grid gap-2 text-table">
      <p>
        <Link href={`/benchmarks/${runId}`} className="font-medium text-accent hover:underline">
          Open run
        </Link>
        {`: ${pointWords(points)}, ${comparableWords(points, comparable)}`}
        {wasKnown ? <span className="text-muted"> The same file was imported before; nothing was changed.</span> : null}
      </p>
      <Section title="Not comparable, because">
        {obstacles.map(({ reason, points: number }) => (
          <li key={reason}>
            {reason}
            {points > 1 ? <span className="text-muted"> ({pointWords(number)})</span> : null}
          </li>
        ))}
      </Section>
      <RemarkList title="Not imported" remarks={refused} />
      <RemarkList title="Warnings" remarks={warnings} />
    </div>
  );
}

function pointWords(points: number): string {
  return `${formatCount(points)} ${points === 1 ? "point" : "points"}`;
}

function comparableWords(points: number, comparable: number): string {
  if (comparable === 0) return points === 1 ? "not comparable." : "none of them comparable.";
  if (comparable === points) return points === 1 ? "comparable." : "all comparable.";
  return `${formatCount(comparable)} comparable.`;
}

function Section({ title, children }: { title: string; children: readonly React.ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium text-muted">{title}</h3>
      <ul className="wrap-anywhere list-disc pl-5">{children}</ul>
    </div>
  );
}
