import type { Inputs, Outputs } from "@/api/client";
import { isoTime } from "@/ui/relative-time";

export type ChoiceKind = Inputs["compare"]["choices"]["kind"];
type Choice = Outputs["compare"]["choices"]["items"][number];

interface ChoiceListProps {
  readonly kind: ChoiceKind;
  readonly choices: readonly Choice[];
  readonly more: boolean;
  readonly search: string;
  readonly chosen: ReadonlySet<string>;
  readonly full: boolean;
  readonly onToggle: (series: { readonly id: string; readonly name: string }) => void;
}

const nothing: Readonly<Record<ChoiceKind, string>> = {
  run: "No benchmark results yet. Run a benchmark, or compare published results with each other.",
  drive: "No drive has results yet. Run a benchmark first.",
  group: "No drives of one model or tag have results yet. Run a benchmark first.",
  published: "No published results in the catalog.",
};

/** Series to tick, under the heading of their drive, group or source. */
export function ChoiceList({ kind, choices, more, search, chosen, full, onToggle }: ChoiceListProps) {
  if (choices.length === 0) {
    return <p className="py-8 text-center text-muted">{search ? `No results for "${search}"` : nothing[kind]}</p>;
  }
  return (
    <div className="grid gap-3">
      {[...Map.groupBy(choices, ({ heading }) => heading)].map(([heading, group]) => (
        <fieldset key={heading} className="grid min-w-0 gap-0.5">
          <legend className="font-medium text-table">{heading}</legend>
          {group.map((choice) => (
            <ChoiceRow
              key={choice.series}
              choice={choice}
              checked={chosen.has(choice.series)}
              full={full}
              onToggle={onToggle}
            />
          ))}
        </fieldset>
      ))}
      {more ? <p className="text-muted text-table">There are more: search to find them.</p> : null}
    </div>
  );
}

interface ChoiceRowProps extends Pick<ChoiceListProps, "full" | "onToggle"> {
  readonly choice: Choice;
  readonly checked: boolean;
}

function ChoiceRow({ choice, checked, full, onToggle }: ChoiceRowProps) {
  const { series, name, detail, heading, count, counted, at } = choice;
  // What the heading says is not said again.
  const words = [name, detail].filter((each) => each !== heading).join(", ");
  return (
    <label className="flex items-baseline gap-2 rounded px-2 py-1 text-table hover:bg-hover">
      <input
        type="checkbox"
        className="translate-y-0.5 accent-(--accent)"
        checked={checked}
        disabled={!checked && full}
        onChange={() => onToggle({ id: series, name: [name, detail].filter(Boolean).join(", ") })}
      />
      <span className="min-w-0 flex-1">
        <span className="break-words">{words}</span>
        <span className="text-muted">
          {at === undefined ? "" : `, ${isoTime(at)}`}, {count} {count === 1 ? counted.slice(0, -1) : counted}
        </span>
      </span>
    </label>
  );
}
