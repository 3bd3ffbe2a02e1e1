"use client";

import { Table2 } from "lucide-react";
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import type { ChartTable } from "../prepare/csv";
import { ChartLegend, type LegendEntry } from "./chart-legend";
import { ChartTableView } from "./chart-table";
import { CopyMenu } from "./copy-menu";
import { GapKey } from "./gap-key";
import { type LegendState, legendState } from "./legend-state";

interface ChartFrameProps {
  /** States what is shown. */
  readonly title: string;
  readonly note?: ReactNode;
  /** Where the figures come from; written below a picture that leaves the page. */
  readonly source?: string | undefined;
  readonly legend: readonly LegendEntry[];
  /** What crosses in the drawing mean, where it has any. */
  readonly gaps?: string | undefined;
  readonly table: ChartTable;
  readonly fileName: string;
  readonly className?: string;
  readonly children: (state: LegendState) => ReactNode;
}

/** What every chart has: a title, a legend that hides and highlights, the table behind it, and ways to take it along. */
export function ChartFrame({
  title,
  note,
  source,
  legend,
  gaps,
  table,
  fileName,
  className,
  children,
}: ChartFrameProps) {
  const host = useRef<HTMLElement>(null);
  const headingId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<string>();
  const [tabled, setTabled] = useState(false);
  const state = useMemo(() => legendState(hidden, pointed), [hidden, pointed]);
  const toggle = useCallback((id: string) => setHidden((before) => toggled(before, id)), []);
  return (
    <figure ref={host} aria-labelledby={headingId} className={cn("min-w-0", className)}>
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <figcaption id={headingId} className="font-medium">
          {title}
        </figcaption>
        {note ? <span className="text-muted text-table">{note}</span> : null}
        <div className="ml-auto flex items-center gap-0.5 print:hidden">
          <Button
            variant="ghost"
            size="icon-small"
            className="text-muted"
            aria-label={`${tabled ? "Hide" : "Show"} table: ${title}`}
            title={tabled ? "Hide table" : "Show table"}
            aria-expanded={tabled}
            onClick={() => setTabled(!tabled)}
          >
            <Table2 aria-hidden />
          </Button>
          <CopyMenu title={title} note={note} source={source} fileName={fileName} table={table} host={host} />
        </div>
      </div>
      <div className="relative text-text">{children(state)}</div>
      {legend.length > 0 ? (
        <ChartLegend entries={legend} isHidden={state.isHidden} onToggle={toggle} onPoint={setPointed} />
      ) : null}
      {gaps === undefined ? null : <GapKey words={gaps} />}
      {tabled ? <ChartTableView title={title} table={table} /> : null}
    </figure>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]);
}
