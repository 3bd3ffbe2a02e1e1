import { writePlanYaml } from "@crosspoint/services/plan/rules/plan-yaml";
import { cn } from "@/ui/classes";
import { changedLines, type DiffLine } from "../diff-lines";
import type { Fields } from "../draft/draft-plan";

const looks: Readonly<
  Record<DiffLine["kind"], { readonly sign: string; readonly classes: string; readonly said: string }>
> = {
  same: { sign: " ", classes: "", said: "" },
  added: { sign: "+", classes: "bg-good-soft", said: "added" },
  removed: { sign: "-", classes: "bg-failed-soft", said: "removed" },
  skipped: { sign: "…", classes: "text-muted", said: "" },
};

interface DiffViewProps {
  readonly label: string;
  readonly before: Fields;
  readonly after: Fields;
}

/** What changed between two plans, as lines of their YAML. */
export function DiffView({ label, before, after }: DiffViewProps) {
  const lines = changedLines(writePlanYaml(before), writePlanYaml(after));
  if (lines.length === 0) return <p className="text-muted text-table">Nothing differs.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label={label} tabIndex={0} className="max-h-[50vh] overflow-auto rounded-md border">
      <ol className="w-max min-w-full font-mono text-xs leading-5">
        {lines.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          <li key={index} className={cn("flex gap-2 whitespace-pre px-2", looks[kind].classes)}>
            <span aria-hidden className="w-3 text-muted">
              {looks[kind].sign}
            </span>
            {looks[kind].said === "" ? null : <span className="sr-only">{looks[kind].said}</span>}
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}
