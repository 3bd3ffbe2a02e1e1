"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Input } from "@/ui/input";

interface DriveChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (driveId: string | undefined) => void;
}

/** As many as can be read through; a search finds the others. */
const shownDrives = 20;

/** The drive of the fleet that the files are about, or none. */
export function DriveChoice({ value, onChange }: DriveChoiceProps) {
  const [search, setSearch] = useState("");
  const deferred = useDeferredValue(search.trim());
  const name = useId();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.drive.list.queryOptions(
      { sort: "serial", limit: shownDrives, ...(deferred ? { search: deferred } : {}) },
      { placeholderData: (before) => before },
    ),
  );
  const option = (id: string | undefined, words: React.ReactNode) => (
    <label key={id ?? "none"} className="flex cursor-pointer items-start gap-2 px-3 py-1.5 hover:bg-hover">
      <input
        type="radio"
        name={name}
        className="mt-1 accent-(--accent)"
        checked={value === id}
        onChange={() => onChange(id)}
      />
      <span className="wrap-anywhere min-w-0">{words}</span>
    </label>
  );
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-medium text-table">Measured drive</legend>
      <Input
        type="search"
        aria-label="Search drives"
        placeholder="Serial, model or host"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      <div className="max-h-52 overflow-y-auto rounded-md border py-1 text-table">
        {option(undefined, "None of this fleet")}
        {data?.drives.map(({ id, productName, model, serial }) =>
          option(
            id,
            <>
              {productName ?? model} <span className="font-mono">{serial}</span>
            </>,
          ),
        )}
      </div>
      {data?.nextCursor === undefined ? null : (
        <p className="text-muted text-xs">The first {shownDrives} are shown; search to find others.</p>
      )}
    </fieldset>
  );
}
