"use client";

import { cn } from "@/ui/classes";
import { runStateLooks } from "../run-state";
import { runStates } from "./run-filters";

type State = (typeof runStates)[number];

/** Which states are listed; none chosen means all. */
export function StateFilter({ value, onChange }: { value: readonly State[]; onChange: (value: State[]) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-1 border-b px-4 py-2">
      <legend className="sr-only">State</legend>
      {runStates.map((state) => {
        const { icon: Icon, word } = runStateLooks[state];
        const on = value.includes(state);
        return (
          <button
            key={state}
            type="button"
            aria-pressed={on}
            onClick={() => onChange(on ? value.filter((each) => each !== state) : [...value, state])}
            className={cn(
              "inline-flex h-7 items-center gap-1 rounded-full border px-2.5 text-table hover:bg-hover",
              on ? "border-accent bg-accent-soft font-medium text-accent" : "text-muted",
            )}
          >
            <Icon className="size-3.5" aria-hidden /> {word}
          </button>
        );
      })}
    </fieldset>
  );
}
