"use client";

import { COMPARED_SERIES_MAX, seriesText } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Bookmark, ListPlus, Share2 } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { type ComponentProps, lazy, Suspense, useMemo, useState, useTransition } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { PanelSkeleton } from "@/ui/skeleton";
import { AccessProvider, type ComparisonAccess } from "./access";
import { Compared, type Comparison } from "./compared";
import { ExportMenu } from "./export-menu";
import { comparisonParsers, inputOf, queryOf, type Selection, type SelectionChange } from "./selection";
import { inOrder, withoutSeries } from "./series/edit";
import { StartingPoints } from "./series/starting-points";

/** Dialogs come once somebody opens them. */
const Chooser = lazy(async () => ({ default: (await import("./series/chooser")).Chooser }));
const SaveDialog = lazy(async () => ({ default: (await import("./saved/save-dialog")).SaveDialog }));
const ShareDialog = lazy(async () => ({ default: (await import("./share/share-dialog")).ShareDialog }));

/** Runs, drives, groups and published results side by side. The URL is the comparison. */
export function ComparePage() {
  const [, startTransition] = useTransition();
  const [selection, setSelection] = useQueryStates(comparisonParsers, { history: "push", startTransition });
  const trpc = useTRPC();
  // The same object for as long as the same is compared: what is read does not follow how it is looked at.
  const chosen = JSON.stringify(inputOf(selection));
  const input = useMemo(() => JSON.parse(chosen) as ReturnType<typeof inputOf>, [chosen]);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.compare.get.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  const access = useAccessTo(input, isPlaceholderData);
  const edit = useEdit(data, useChosen(selection), setSelection);
  // Neither opening nor closing the dialog is a step of the history: Back leads from one comparison to the one before.
  const choose = (open: boolean) => setSelection({ choose: open }, { history: "replace" });
  return (
    <Page
      crumbs={[{ name: "Compare" }]}
      title="Compare"
      subtitle="Runs, drives, groups and published results, point by point; a published figure is always hollow and names its source."
      actions={<Actions comparison={data} selection={selection} onChoose={() => void choose(true)} />}
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {selection.s.length > COMPARED_SERIES_MAX ? (
        <Banner tone="watch" title={`The first ${COMPARED_SERIES_MAX} of ${selection.s.length} series are compared`}>
          More cannot stand side by side. Select others, or make a second comparison.
        </Banner>
      ) : null}
      {data === undefined && !error ? (
        <>
          <PanelSkeleton className="h-96" />
          <PanelSkeleton className="h-72" />
        </>
      ) : null}
      {data === undefined ? null : (
        <AccessProvider access={access}>
          {data.isDefault ? <Start onSelect={setSelection} onChoose={() => void choose(true)} /> : null}
          <Compared comparison={data} look={selection} onLook={setSelection} edit={edit} match={selection.match} />
        </AccessProvider>
      )}
      {/* It begins with what is compared: that must be known, else it would be taken for removed. */}
      {selection.choose && (error || (data !== undefined && !isPlaceholderData)) ? (
        <Choosing
          comparison={data}
          onClose={() => void choose(false)}
          onChange={(added, removed) => void choose(false).then(() => edit.onChange(added, removed))}
        />
      ) : null}
    </Page>
  );
}

/**
 * To what is shown: until another comparison is read, differences and percentiles are of the one before, as its figures are.
 */
function useAccessTo(input: ReturnType<typeof inputOf>, isPlaceholder: boolean): ComparisonAccess {
  const [shown, setShown] = useState(input);
  // A change of state while rendering: React begins the page anew, before its parts.
  if (!isPlaceholder && shown !== input) setShown(input);
  return useMemo(() => ({ kind: "own", selection: shown }), [shown]);
}

interface ChoosingProps extends Pick<ComponentProps<typeof Chooser>, "onClose" | "onChange"> {
  readonly comparison: Comparison | undefined;
}

/** The choice begins with what is compared, and begins anew where that turns out to be something else. */
function Choosing({ comparison, ...change }: ChoosingProps) {
  const own = comparison === undefined || comparison.isDefault ? [] : comparison.series;
  const compared = own.map(({ id, label }) => ({ id, name: label }));
  return (
    <Suspense>
      <Chooser key={compared.map(({ id }) => id).join(" ")} compared={compared} {...change} />
    </Suspense>
  );
}

type Select = (change: SelectionChange) => unknown;

type Chosen = Pick<Selection, "s" | "m" | "p" | "with">;

/** What is compared: the same object, however it is looked at. */
function useChosen({ s, m, p, with: reference }: Selection): Chosen {
  return useMemo(() => ({ s, m, p, with: reference }), [s, m, p, reference]);
}

/** What can be done to the comparison; each ends in another address. */
function useEdit(data: Comparison | undefined, chosen: Chosen, select: Select) {
  return useMemo(() => {
    const without = (removed: readonly string[]): Chosen => {
      const left = { ...chosen };
      for (const each of data?.series ?? []) {
        if (removed.includes(each.id)) Object.assign(left, withoutSeries(left, each));
      }
      return left;
    };
    return {
      onOrder: (ids: readonly string[]) => {
        const removed = data?.series.filter(({ id }) => !ids.includes(id)).map(({ id }) => id) ?? [];
        const left = without(removed);
        void select({ ...left, ...inOrder(left, ids) });
      },
      onMatch: (match: "exact" | "load") => select({ match }),
      onPart: (series: { id: string }, part: string) => {
        const left = without([series.id]);
        void select({ ...left, s: [...left.s, part] });
      },
      onChange: (added: readonly string[], removed: readonly string[]) => {
        const left = without(removed);
        void select({ ...left, s: [...left.s, ...added], workload: null, at: null });
      },
    };
  }, [data, chosen, select]);
}

interface ActionsProps {
  readonly comparison: Comparison | undefined;
  readonly selection: Selection;
  readonly onChoose: () => void;
}

function Actions({ comparison, selection, onChoose }: ActionsProps) {
  const [open, setOpen] = useState<"save" | "share">();
  const whyNotSave = useWhyNot("comparison.save");
  const whyNotShare = useWhyNot("comparison.share");
  const nothing = comparison?.isDefault === false ? undefined : "Select series first.";
  const query = queryOf(selection);
  return (
    <>
      <Button variant="ghost" asChild>
        <Link href="/compare/saved">Saved</Link>
      </Button>
      {comparison ? <ExportMenu comparison={comparison} selection={inputOf(selection)} /> : null}
      <Button disabledReason={whyNotSave ?? nothing} onClick={() => setOpen("save")}>
        <Bookmark aria-hidden /> Save
      </Button>
      <Button disabledReason={whyNotShare ?? nothing} onClick={() => setOpen("share")}>
        <Share2 aria-hidden /> Share
      </Button>
      <Button variant="primary" onClick={onChoose}>
        <ListPlus aria-hidden /> Select series
      </Button>
      <Suspense>
        {open === "save" ? <SaveDialog query={query} onClose={() => setOpen(undefined)} /> : null}
        {open === "share" ? (
          <ShareDialog query={query} selection={inputOf(selection)} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}

/** The tables of the reference review: what every drive is first held against. */
const reference = ["Intel Optane SSD DC P4800X 375GB", "Intel SSD DC P3700 800GB"].map((drive) =>
  seriesText({ kind: "published", sourceId: "anandtech-p4800x-375gb", drive }),
);

/** As many as can be compared at a glance. */
const newestRuns = 4;

/** Nothing was chosen: where to begin. */
function Start({ onSelect, onChoose }: { onSelect: Select; onChoose: () => void }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.compare.choices.queryOptions({ kind: "run" }));
  const newest = data?.items.slice(0, newestRuns) ?? [];
  return (
    <StartingPoints
      onReference={() => onSelect({ s: reference })}
      onNewest={newest.length === 0 ? undefined : () => onSelect({ s: newest.map(({ series }) => series) })}
      onChoose={onChoose}
    />
  );
}
