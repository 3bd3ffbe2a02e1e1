"use client";

import { formatBytes } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useDeferredValue, useRef, useState } from "react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Input } from "@/ui/input";
import { Quantity } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { targetsMost } from "./chosen-targets";
import { NoTargets } from "./no-targets";
import { keyOf, type Target } from "./target-key";

interface ManyPickerProps {
  readonly value: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}

/** Targets with a checkbox each, found by host or model; what is chosen stays so whatever is searched for. */
export function ManyPicker({ value, onChange }: ManyPickerProps) {
  const [search, setSearch] = useState("");
  const deferred = useDeferredValue(search.trim());
  const { data, error, refetch, isPlaceholderData } = useQuery(
    useTRPC().run.targets.queryOptions(deferred ? { search: deferred } : {}, { placeholderData: (before) => before }),
  );
  if (error) {
    return (
      <div className="p-4">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <Skeleton className="m-4 h-24" />;
  if (data.targets.length === 0 && deferred === "") return <NoTargets />;
  const shown = data.targets.map(keyOf);
  const missing = shown.filter((key) => !value.includes(key));
  // What is still shown of the search before is not what was searched for.
  const searching = isPlaceholderData || deferred !== search.trim();
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <Input
          type="search"
          aria-label="Search targets"
          placeholder="Serial, model, host or path"
          className="h-7 max-w-72"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button
          size="small"
          disabledReason={searching ? "Searching…" : missing.length === 0 ? "All of them are selected." : undefined}
          onClick={() => onChange([...value, ...missing].slice(0, targetsMost))}
        >
          {searching ? "Searching…" : `Select ${deferred === "" ? "all" : "these"} ${shown.length}`}
        </Button>
        {data.more ? <span className="text-muted text-table">Not all are shown; search to find others.</span> : null}
      </div>
      <CheckList targets={data.targets} search={deferred} value={value} onChange={onChange} />
    </div>
  );
}

interface CheckListProps extends ManyPickerProps {
  readonly targets: readonly Target[];
  readonly search: string;
}

/** With Shift, all from the one that was clicked before to this one. */
function CheckList({ targets, search, value, onChange }: CheckListProps) {
  const last = useRef<number>(undefined);
  if (targets.length === 0) return <p className="px-4 py-6 text-muted">No results for "{search}"</p>;
  const toggle = (index: number, checked: boolean, range: boolean) => {
    const from = range ? (last.current ?? index) : index;
    const keys = targets.slice(Math.min(from, index), Math.max(from, index) + 1).map(keyOf);
    last.current = index;
    const rest = value.filter((key) => !keys.includes(key));
    onChange(checked ? [...value, ...keys.filter((key) => !value.includes(key))] : rest);
  };
  return (
    <fieldset aria-label="Targets" className="max-h-96 overflow-y-auto">
      {targets.map((target, index) => (
        <CheckOption
          key={keyOf(target)}
          target={target}
          checked={value.includes(keyOf(target))}
          full={value.length >= targetsMost}
          onToggle={(checked, range) => toggle(index, checked, range)}
        />
      ))}
    </fieldset>
  );
}

interface CheckOptionProps {
  readonly target: Target;
  readonly checked: boolean;
  /** No more can be chosen. */
  readonly full: boolean;
  readonly onToggle: (checked: boolean, range: boolean) => void;
}

function CheckOption({ target, checked, full, onToggle }: CheckOptionProps) {
  const shift = useRef(false);
  const noteShift = (event: MouseEvent) => {
    shift.current = event.shiftKey;
  };
  return (
    <label
      onMouseDown={noteShift}
      className={cn(
        "grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b px-4 py-1.5 last:border-b-0 hover:bg-hover",
        checked && "bg-accent-soft",
      )}
    >
      <input
        type="checkbox"
        className="mt-1 accent-(--accent)"
        checked={checked}
        disabled={full && !checked}
        onChange={(event) => {
          onToggle(event.target.checked, shift.current);
          shift.current = false;
        }}
      />
      <span className="min-w-0">
        <span className="block break-words">
          {target.kind === "volume" ? target.label : (target.productName ?? target.model ?? "Scratch file")}{" "}
          <span className="font-mono text-table">{target.serial ?? target.path}</span>
        </span>
        <span className="wrap-anywhere block text-muted text-table">
          {target.hostname}
          {target.kind === "namespace" ? `, ${target.path ?? "no block device"}` : ""}
          {target.members.length > 0 ? `, drives ${target.members.join(", ")}` : ""}
        </span>
        {target.unavailable === undefined ? null : (
          <span className="block text-table text-watch">{target.unavailable}</span>
        )}
      </span>
      <span className="whitespace-nowrap text-right text-table">
        <Quantity of={formatBytes(target.sizeBytes)} />
      </span>
    </label>
  );
}
