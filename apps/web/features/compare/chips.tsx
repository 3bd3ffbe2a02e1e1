import { describeWorkload } from "@crosspoint/domain";
import { ChevronDown, X } from "lucide-react";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import type { Entry } from "./entry";

interface ChipsProps {
  readonly entries: readonly Entry[];
  readonly colorOf: (rowId: string) => string;
  /** What stays selected. */
  readonly onKeep: (ids: readonly string[]) => void;
}

/** What is compared: one chip a run or a published drive, with its workloads behind it. */
export function Chips({ entries, colorOf, onKeep }: ChipsProps) {
  const groups = [
    ...Map.groupBy(entries, (entry) => (entry.kind === "measured" ? entry.runId : `published ${entry.row.label}`)),
  ];
  const without = (removed: readonly Entry[]) =>
    onKeep(entries.filter((entry) => !removed.includes(entry)).map(({ row }) => row.id));
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Selected results">
      {groups.map(([key, results]) => (
        <Chip key={key} results={results} color={colorOf(results[0]?.row.id ?? key)} onRemove={without} />
      ))}
    </ul>
  );
}

interface ChipProps {
  readonly results: readonly Entry[];
  readonly color: string;
  readonly onRemove: (removed: readonly Entry[]) => void;
}

function Chip({ results, color, onRemove }: ChipProps) {
  const [first] = results;
  if (first === undefined) return null;
  const { kind, workload, drive } = first.row;
  // Reads and writes of a mix differ in the end of their labels.
  const label = results.every(({ row }) => row.label === first.row.label) ? first.row.label : drive;
  const what = results.length === 1 ? describeWorkload(workload) : `${results.length} results`;
  return (
    <li className="flex max-w-full items-center gap-1.5 rounded-full border bg-surface py-0.5 pr-0.5 pl-2.5 text-table">
      <span
        aria-hidden
        className="size-2.5 shrink-0 border-2"
        style={{ borderColor: color, background: kind === "measured" ? color : "transparent" }}
      />
      <span className="truncate">
        {label}, {what}
      </span>
      {results.length > 1 ? (
        <Menu
          trigger={
            <Button variant="ghost" size="icon-small" className="rounded-full" aria-label={`Results of ${label}`}>
              <ChevronDown className="size-3.5!" aria-hidden />
            </Button>
          }
        >
          {results.map((result) => (
            <MenuItem key={result.row.id} onSelect={() => onRemove([result])}>
              <X aria-hidden /> Remove {describeWorkload(result.row.workload)}
              {result.row.label === label || result.kind === "published" ? "" : `, ${result.direction}s`}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      <Button
        variant="ghost"
        size="icon-small"
        className="rounded-full"
        aria-label={`Remove ${label}, ${what}`}
        onClick={() => onRemove(results)}
      >
        <X className="size-3.5!" aria-hidden />
      </Button>
    </li>
  );
}
