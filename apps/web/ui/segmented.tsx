"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";

interface SegmentedProps<Value extends string> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly name?: string }[];
  readonly label: string;
}

/** One of a few that are all worth seeing: a time range, a unit, linear or logarithmic. */
export function Segmented<Value extends string>({ value, onValueChange, options, label }: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => next && onValueChange(next as Value)}
      aria-label={label}
      className="inline-flex rounded-md border bg-sunken p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={option.name}
          className="inline-flex h-6.5 items-center gap-1 rounded-[5px] px-2 text-muted text-table hover:text-text data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-text data-[state=on]:shadow-sm [&_svg]:size-4"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
