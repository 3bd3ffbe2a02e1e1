"use client";

import { formatBlockSize, formatBytes } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { FileText, HardDrive, Layers2 } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Input } from "@/ui/input";
import { Quantity } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { NoTargets } from "./no-targets";
import { keyOf, type Target } from "./target-key";

interface TargetPickerProps {
  readonly driveId: string | null;
  readonly value: string | null;
  readonly onChange: (key: string) => void;
  readonly onShowAll: () => void;
}

/** Drives with a host that reports, and scratch files; one that cannot be used says why. */
export function TargetPicker({ driveId, value, onChange, onShowAll }: TargetPickerProps) {
  const [search, setSearch] = useState("");
  const deferred = useDeferredValue(search.trim());
  const trpc = useTRPC();
  const input = { ...(driveId === null ? {} : { driveId }), ...(deferred ? { search: deferred } : {}) };
  const { data, error, refetch } = useQuery(
    trpc.run.targets.queryOptions(input, { placeholderData: (before) => before }),
  );
  if (error) {
    return (
      <div className="p-4">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <Skeleton className="m-4 h-24" />;
  if (data.targets.length === 0 && driveId === null && deferred === "") return <NoTargets />;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        {driveId === null ? <Search value={search} onChange={setSearch} /> : <OneDrive onShowAll={onShowAll} />}
        {data.more ? <span className="text-muted text-table">Not all are shown; search to find others.</span> : null}
      </div>
      <TargetList
        targets={data.targets}
        selected={value ?? (driveId === null ? null : `${driveId}.1`)}
        empty={
          driveId === null ? `No results for "${deferred}"` : "This drive is not in any host now, or has no namespace."
        }
        onChange={onChange}
      />
    </div>
  );
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Input
      type="search"
      aria-label="Search targets"
      placeholder="Serial, model, host or path"
      className="h-7 max-w-72"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function OneDrive({ onShowAll }: { onShowAll: () => void }) {
  return (
    <>
      <span className="text-muted text-table">Showing the selected drive only.</span>
      <Button size="small" onClick={onShowAll}>
        Show all targets
      </Button>
    </>
  );
}

interface TargetListProps {
  readonly targets: readonly Target[];
  readonly selected: string | null;
  /** Said where there is none. */
  readonly empty: string;
  readonly onChange: (key: string) => void;
}

function TargetList({ targets, selected, empty, onChange }: TargetListProps) {
  if (targets.length === 0) return <p className="px-4 py-6 text-muted">{empty}</p>;
  return (
    <div role="radiogroup" aria-label="Target" className="max-h-96 overflow-y-auto">
      {targets.map((target) => (
        <TargetOption
          key={keyOf(target)}
          target={target}
          checked={keyOf(target) === selected}
          onSelect={() => onChange(keyOf(target))}
        />
      ))}
    </div>
  );
}

const icons = { namespace: HardDrive, scratchFile: FileText, volume: Layers2 } as const;

/** What cannot be launched on now can be chosen: for the queue, or for a schedule. The preflight says what is against it. */
function TargetOption({ target, checked, onSelect }: { target: Target; checked: boolean; onSelect: () => void }) {
  const Icon = icons[target.kind];
  const { unavailable } = target;
  return (
    <label
      className={cn(
        "grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b px-4 py-2.5 last:border-b-0",
        "cursor-pointer hover:bg-hover",
        unavailable !== undefined && "text-muted",
        checked && "bg-accent-soft",
      )}
    >
      <input type="radio" name="target" className="mt-1 accent-(--accent)" checked={checked} onChange={onSelect} />
      <Icon className="mt-0.5 size-4 text-muted" aria-hidden />
      <span className="min-w-0">
        <span className="block break-words font-medium">
          {target.kind === "volume" ? (
            target.label
          ) : target.model === undefined ? (
            <span className="font-mono text-table">{target.path}</span>
          ) : (
            (target.productName ?? target.model)
          )}{" "}
          <span className="font-mono text-table">{target.serial}</span>
        </span>
        <span className="block text-muted text-table">
          {target.productName === undefined ? "" : `${target.model}, `}
          {target.hostname}
          {target.kind === "scratchFile"
            ? ", scratch file created by the agent"
            : `, ${target.path ?? "no block device"}`}
          {target.members.length > 0 ? `, drives ${target.members.join(", ")}` : ""}
          {target.logicalBlockBytes === undefined ? null : `, ${formatBlockSize(target.logicalBlockBytes).text} blocks`}
        </span>
        {target.inUse.length > 0 ? (
          <span className="block text-table text-watch">In use: {target.inUse.join("; ")}</span>
        ) : null}
        {unavailable === undefined ? null : <span className="block text-table text-watch">{unavailable}</span>}
      </span>
      <span className="whitespace-nowrap text-right text-table">
        <Quantity of={formatBytes(target.sizeBytes)} />
      </span>
    </label>
  );
}
