"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { cn } from "@/ui/classes";
import type { ChartTable } from "../prepare/csv";
import { ChartLegend, type LegendEntry } from "./chart-legend";
import { CopyMenu } from "./copy-menu";
import { type LegendState, legendState } from "./legend-state";

interface ChartFrameProps {
  /** States what is shown. */
  readonly title: string;
  readonly note?: ReactNode;
  readonly legend: readonly LegendEntry[];
  readonly table: ChartTable;
  readonly fileName: string;
  readonly className?: string;
  readonly children: (state: LegendState) => ReactNode;
}

/** What every chart has: a title, a legend that hides and highlights, and ways to take it along. */
export function ChartFrame({ title, note, legend, table, fileName, className, children }: ChartFrameProps) {
  const host = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<string>();
  const state = legendState(hidden, pointed);
  return (
    <figure aria-labelledby={headingId} className={cn("min-w-0", className)}>
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <figcaption id={headingId} className="font-medium">
          {title}
        </figcaption>
        {note ? <span className="text-muted text-table">{note}</span> : null}
        <div className="ml-auto">
          <CopyMenu
            title={title}
            fileName={fileName}
            table={table}
            host={host}
            legend={legend.filter(({ id }) => !hidden.has(id))}
          />
        </div>
      </div>
      <div ref={host} className="relative text-text">
        {children(state)}
      </div>
      {legend.length > 0 ? (
        <ChartLegend
          entries={legend}
          isHidden={state.isHidden}
          onToggle={(id) => setHidden((before) => toggled(before, id))}
          onPoint={setPointed}
        />
      ) : null}
    </figure>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]);
}
