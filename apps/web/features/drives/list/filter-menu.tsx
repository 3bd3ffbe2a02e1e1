"use client";

import { formatCount } from "@crosspoint/domain";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/ui/button";
import { Input } from "@/ui/input";
import { Popover } from "@/ui/popover";

export interface FilterChoice {
  readonly value: string;
  readonly label: ReactNode;
  readonly text: string;
  /** Undefined where it is not counted. */
  readonly count: number | undefined;
}

interface FilterMenuProps {
  readonly name: string;
  /** The most frequent, where there are many. */
  readonly choices: readonly FilterChoice[];
  /** Where there is none to choose. */
  readonly empty?: ReactNode;
  /** The counts are of all drives, because too many match to be counted. */
  readonly countsAll: boolean;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

const noMatches = "No matches.";
const searchFrom = 9;
/** The server offers no more. */
const choicesMost = 200;

/** Any of several values of one column. A chosen value stays in the list though no drive has it now. */
export function FilterMenu({ name, choices, empty, countsAll, chosen, onChange }: FilterMenuProps) {
  const gone = chosen
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value, text: value, count: 0 }));
  const all = [...choices, ...gone];
  return (
    <Popover
      label={`Filter by ${name.toLowerCase()}`}
      trigger={
        <Button className={chosen.length > 0 ? "border-accent text-accent" : ""}>
          {name}
          {chosen.length > 0 ? `: ${chosen.length}` : ""}
          <ChevronDown className="text-muted" aria-hidden />
        </Button>
      }
    >
      <Choices name={name} choices={all} empty={empty} countsAll={countsAll} chosen={chosen} onChange={onChange} />
    </Popover>
  );
}

function Choices({ name, choices, empty, countsAll, chosen, onChange }: FilterMenuProps) {
  const [search, setSearch] = useState("");
  const shown = choices.filter(({ text }) => text.toLowerCase().includes(search.toLowerCase()));
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <div className="grid w-64 gap-2">
      {choices.length >= searchFrom ? (
        <Input
          aria-label={`Search ${name.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <ul className="max-h-72 overflow-y-auto">
        {shown.map(({ value, label, text, count }) => (
          <li key={value}>
            <label
              className="flex min-h-7 cursor-pointer items-center gap-2 rounded px-1.5 hover:bg-hover"
              title={text}
            >
              <input
                type="checkbox"
                className="accent-(--accent)"
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <span className="text-muted">{count === undefined ? "" : formatCount(count)}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 ? (
          <li className="px-1.5 py-2 text-muted">{choices.length === 0 ? (empty ?? noMatches) : noMatches}</li>
        ) : null}
      </ul>
      {countsAll ? <p className="px-1.5 text-muted text-xs">Counts of all drives: too many match.</p> : null}
      {choices.length >= choicesMost ? (
        <p className="px-1.5 text-muted text-xs">The {choicesMost} most frequent. Use the search for others.</p>
      ) : null}
      {chosen.length > 0 ? (
        <Button size="small" onClick={() => onChange([])}>
          Clear
        </Button>
      ) : null}
    </div>
  );
}
