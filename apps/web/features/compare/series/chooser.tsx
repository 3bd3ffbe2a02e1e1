"use client";

import { COMPARED_SERIES_MAX } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { type ChoiceKind, ChoiceList } from "./choice-list";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface ChooserProps {
  /** What is compared already. */
  readonly compared: readonly Named[];
  readonly onClose: () => void;
  /** Series to add, and ids of those to take away: the choice is made, and the dialog closes. */
  readonly onChange: (added: readonly string[], removed: readonly string[]) => void;
}

const kinds: readonly { value: ChoiceKind; label: string }[] = [
  { value: "run", label: "Runs" },
  { value: "drive", label: "Drives" },
  { value: "group", label: "Groups" },
  { value: "published", label: "Published" },
];

/** Runs, drives, groups and published results, to be ticked. */
export function Chooser({ compared, onClose, onChange }: ChooserProps) {
  const [chosen, setChosen] = useState<readonly Named[]>(compared);
  const ids = new Set(chosen.map(({ id }) => id));
  const toggle = (series: Named) =>
    setChosen(ids.has(series.id) ? chosen.filter(({ id }) => id !== series.id) : [...chosen, series]);
  const before = new Set(compared.map(({ id }) => id));
  const compare = () =>
    onChange(
      chosen.filter(({ id }) => !before.has(id)).map(({ id }) => id),
      compared.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Select series"
      description={`${chosen.length} of at most ${COMPARED_SERIES_MAX} selected`}
      footer={
        <>
          <Button variant="ghost" onClick={() => setChosen([])} disabled={chosen.length === 0}>
            Clear
          </Button>
          <Button variant="primary" onClick={compare}>
            {chosen.length === 0 ? "Compare reference results" : `Compare ${chosen.length} series`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Tray chosen={chosen} onRemove={toggle} />
        <Choices chosen={ids} onToggle={toggle} />
      </div>
    </Dialog>
  );
}

function Tray({ chosen, onRemove }: { chosen: readonly Named[]; onRemove: (series: Named) => void }) {
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Selected series" className="flex flex-wrap gap-1">
      {chosen.map((series) => (
        <li
          key={series.id}
          className="flex max-w-full items-center gap-1 rounded-full border bg-sunken py-0.5 pr-0.5 pl-2 text-xs"
        >
          <span className="truncate">{series.name}</span>
          <Button
            variant="ghost"
            size="icon-small"
            className="size-5 rounded-full"
            aria-label={`Do not compare ${series.name}`}
            onClick={() => onRemove(series)}
          >
            <X className="size-3!" aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

const placeholders: Readonly<Record<ChoiceKind, string>> = {
  run: "Drive, host, plan or tag",
  drive: "Model, serial or plan",
  group: "Model, tag or plan",
  published: "Drive or publisher",
};

interface ChoicesProps {
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (series: Named) => void;
}

/** What can be ticked, by kind and search. */
function Choices({ chosen, onToggle }: ChoicesProps) {
  const [kind, setKind] = useState<ChoiceKind>("run");
  const [search, setSearch] = useState("");
  const deferred = useDeferredValue(search.trim());
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.compare.choices.queryOptions(deferred ? { kind, search: deferred } : { kind }, {
      placeholderData: (previous) => previous,
    }),
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label="Kind of series" value={kind} onValueChange={setKind} options={kinds} />
        <Input
          type="search"
          aria-label="Search series"
          placeholder={placeholders[kind]}
          className="h-7 min-w-40 flex-1"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-64" /> : null}
      {data === undefined ? null : (
        <ChoiceList
          kind={kind}
          choices={data.items}
          more={data.more}
          search={deferred}
          chosen={chosen}
          full={chosen.size >= COMPARED_SERIES_MAX}
          onToggle={onToggle}
        />
      )}
    </>
  );
}
