"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { type Outputs, useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Input } from "@/ui/input";
import { isoTime } from "@/ui/relative-time";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";

type Candidate = Outputs["compare"]["candidates"]["measured"][number];

/** As many as can be told apart by eye; the server holds to the same number. */
const resultsLimit = 24;

interface ChooseResultsProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
}

type Kind = "measured" | "published";

/** Points of finished runs and published rows, to be ticked. */
export function ChooseResults({ open, onOpenChange, chosen, onChoose }: ChooseResultsProps) {
  const [ticked, setTicked] = useState<readonly string[]>(chosen);
  const start = chosen.join(",");
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening begins with what the comparison holds then.
  useEffect(() => {
    if (open) setTicked(chosen);
  }, [open, start]);
  const count =
    ticked.length === 0 ? "reference results" : `${ticked.length} ${ticked.length === 1 ? "result" : "results"}`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Select results"
      description={`${ticked.length} of at most ${resultsLimit} selected`}
      footer={
        <>
          <Button variant="ghost" onClick={() => setTicked([])} disabled={ticked.length === 0}>
            Clear
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onChoose(ticked);
              onOpenChange(false);
            }}
          >
            Compare {count}
          </Button>
        </>
      }
    >
      <Candidates open={open} ticked={ticked} onTick={setTicked} />
    </Dialog>
  );
}

interface CandidatesProps {
  readonly open: boolean;
  readonly ticked: readonly string[];
  readonly onTick: (ids: readonly string[]) => void;
}

/** What can be ticked, by kind and search. */
function Candidates({ open, ticked, onTick }: CandidatesProps) {
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<Kind>("measured");
  const deferred = useDeferredValue(search.trim());
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.compare.candidates.queryOptions(deferred ? { search: deferred } : {}, {
      enabled: open,
      placeholderData: (before) => before,
    }),
  );
  const shown = data?.[kind] ?? [];
  return (
    <div className="grid gap-3">
      <Filter kind={kind} onKind={setKind} search={search} onSearch={setSearch} />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-64" /> : null}
      {data !== undefined && shown.length === 0 ? (
        <p className="py-8 text-center text-muted">
          {deferred
            ? `No results for "${deferred}"`
            : "No benchmark results yet. Run a benchmark, or compare published results with each other."}
        </p>
      ) : null}
      <CandidateList
        candidates={shown}
        ticked={ticked}
        full={ticked.length >= resultsLimit}
        onToggle={(id) => onTick(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id])}
      />
    </div>
  );
}

interface FilterProps {
  readonly kind: Kind;
  readonly onKind: (kind: Kind) => void;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

function Filter({ kind, onKind, search, onSearch }: FilterProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Kind of results"
        value={kind}
        onValueChange={onKind}
        options={[
          { value: "measured", label: "Measured" },
          { value: "published", label: "Published" },
        ]}
      />
      <Input
        type="search"
        aria-label="Search results"
        placeholder={kind === "measured" ? "Drive or host" : "Drive"}
        className="h-7 min-w-40 flex-1"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  );
}

/** "vault-7, 2026-11-21 14:03:05", or "AnandTech, 2017". */
function runOrSource({ detail, requestedAt }: Candidate): string {
  return requestedAt === undefined ? detail : `${detail}, ${isoTime(requestedAt)}`;
}

interface CandidateListProps {
  readonly candidates: readonly Candidate[];
  readonly ticked: readonly string[];
  readonly full: boolean;
  readonly onToggle: (id: string) => void;
}

/** By drive, and below it by run or source. */
function CandidateList({ candidates, ticked, full, onToggle }: CandidateListProps) {
  const drives = [...Map.groupBy(candidates, ({ drive }) => drive)];
  return (
    <div className="grid gap-3">
      {drives.map(([drive, results]) => (
        <section key={drive} aria-label={drive} className="grid gap-1">
          <h3 className="font-medium text-table">{drive}</h3>
          {[...Map.groupBy(results, runOrSource)].map(([detail, rows]) => (
            <fieldset key={detail} className="grid gap-0.5">
              <legend className="text-muted text-table">{detail}</legend>
              {rows.map(({ id, workloadText }) => (
                <label key={id} className="flex items-center gap-2 rounded px-2 py-1 text-table hover:bg-hover">
                  <input
                    type="checkbox"
                    className="accent-(--accent)"
                    checked={ticked.includes(id)}
                    disabled={full && !ticked.includes(id)}
                    onChange={() => onToggle(id)}
                  />
                  {workloadText}
                </label>
              ))}
            </fieldset>
          ))}
        </section>
      ))}
    </div>
  );
}
