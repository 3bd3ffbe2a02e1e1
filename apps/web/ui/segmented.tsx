"use client";

import { type ReactNode, useId } from "react";

interface SegmentedProps<Value extends string> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly name?: string }[];
  readonly label: string;
}

/** One of a few that are all worth seeing: a time range, a unit, linear or logarithmic. */
export function Segmented<Value extends string>({ value, onValueChange, options, label }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="inline-flex rounded-md border bg-sunken p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-6.5 items-center gap-1 rounded-[5px] px-2 text-muted text-table outline-offset-2 hover:text-text has-checked:bg-surface has-checked:font-medium has-checked:text-text has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent [&_svg]:size-4"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            aria-label={option.name}
            className="absolute inset-0 m-0 size-full cursor-pointer appearance-none opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
