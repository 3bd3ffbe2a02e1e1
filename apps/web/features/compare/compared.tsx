"use client";

import { groupByWorkload } from "@crosspoint/domain";
import { useMemo } from "react";
import { Banner } from "@/ui/banner";
import { Panel } from "@/ui/panel";
import { seriesColor } from "@/ui/series-color";
import { Chips } from "./chips";
import { ComparisonTable } from "./comparison-table";
import { DifferencesPanel } from "./differences-panel";
import { type Comparison, type Entry, sourceWords } from "./entry";
import { groupName } from "./group-name";
import { MetricPanel } from "./metric-panel";
import { colorKeys, entryNames, sortedByLoad } from "./naming";
import { PercentilesPanel } from "./percentiles-panel";
import type { Selection, SelectionChange } from "./selection";

interface ComparedProps {
  readonly comparison: Comparison;
  readonly selection: Selection;
  readonly onSelect: (change: SelectionChange) => unknown;
  readonly onChoose: (ids: readonly string[]) => void;
}

/** The chosen results: chart, figures, percentiles, and what differed between their environments. */
export function Compared({ comparison, selection, onSelect, onChoose }: ComparedProps) {
  const { missing, isDefault, environments, differences } = comparison;
  const { all, colorOf, detailOf } = useLooks(comparison.entries);
  const { workload } = selection;
  const groups = groupByWorkload(all.map(({ row }) => row));
  const workloads = [...groups].map(([key, rows]) => [key, groupName(rows)] as const);
  const entries = workload === null ? all : all.filter(({ row }) => groups.get(workload)?.includes(row));
  return (
    <>
      {missing.length > 0 ? (
        <Banner
          tone="watch"
          title={`${missing.length} of the selected results ${missing.length === 1 ? "no longer exists" : "no longer exist"}.`}
        >
          <span className="break-all font-mono">{missing.join(", ")}</span>
        </Banner>
      ) : null}
      {isDefault ? (
        <Banner tone="info" title="No results selected: these are published reference results, none measured here.">
          Select a run&apos;s results to see your drives beside them.
        </Banner>
      ) : (
        <Chips entries={all} colorOf={colorOf} onKeep={onChoose} />
      )}
      <MetricPanel
        entries={entries}
        workloads={workloads}
        selection={selection}
        onSelect={onSelect}
        colorOf={colorOf}
        detailOf={detailOf}
      />
      <Panel title="All results" note="published figures exactly as their source prints them" flush>
        <ComparisonTable entries={entries} colorOf={colorOf} />
        <TableNotes entries={entries} />
      </Panel>
      <PercentilesPanel entries={entries} colorOf={colorOf} />
      <DifferencesPanel environments={environments} differences={differences} />
    </>
  );
}

/** The entries in order, each with its name; what color and which end of its name belong to a row. */
function useLooks(entries: readonly Entry[]) {
  return useMemo(() => {
    const names = entryNames(entries);
    const keys = colorKeys(entries);
    const nameOf = (id: string) => names.get(id);
    const all = sortedByLoad(entries).map(
      (entry): Entry => ({ ...entry, row: { ...entry.row, label: nameOf(entry.row.id)?.text ?? entry.row.label } }),
    );
    return {
      all,
      colorOf: (id: string) => seriesColor(keys.get(id) ?? id),
      detailOf: (id: string) => nameOf(id)?.detail,
    };
  }, [entries]);
}

/** What must be known to read a source's figures, each remark once. */
function TableNotes({ entries }: { entries: readonly Entry[] }) {
  const notes = entries.flatMap((entry) =>
    entry.kind === "published" && entry.row.note !== undefined ? [`${sourceWords(entry)}: ${entry.row.note}`] : [],
  );
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes on published figures" className="grid gap-1 border-t px-4 py-2.5 text-muted text-table">
      {[...new Set(notes)].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
