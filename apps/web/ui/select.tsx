"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./classes";
import { fieldClasses } from "./input";

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: ReactNode;
}

interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly className?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly "aria-label"?: string;
  readonly "aria-describedby"?: string;
}

/** One of a few. An option's value may not be empty. */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)} disabled={rest.disabled ?? false}>
      <Radix.Trigger
        {...rest}
        className={cn(fieldClasses, "flex w-auto items-center justify-between gap-2 text-left", className)}
      >
        <span className="truncate">
          <Radix.Value />
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-auto rounded-md border bg-surface p-1 shadow-lg"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex h-7 cursor-default select-none items-center gap-2 rounded px-2 text-table outline-none data-highlighted:bg-hover"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ml-auto">
                  <Check className="size-3.5" aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
