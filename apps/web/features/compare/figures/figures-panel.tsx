"use client";

import { metricOf } from "@crosspoint/domain";
import { X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { NearBars, NearPlot } from "@/charts/near";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { useNarrow } from "@/ui/media-query";
import { Panel } from "@/ui/panel";
import type { Layout } from "../model/families";
import type { Matrix } from "../model/matrix";
import { prepareBars } from "../prepare/bars";
import { type Look as CurveLook, prepareCurves } from "../prepare/curves";
import type { Look, LookChange } from "../selection";
import { SmallMultiples } from "./small-multiples";

interface FiguresPanelProps {
  readonly matrix: Matrix;
  readonly layout: Layout;
  readonly look: Look;
  readonly baseline: number;
  readonly onLook: (change: LookChange) => unknown;
  readonly controls: ReactNode;
  /** What must be known to read the figures. */
  readonly notes: readonly string[];
  /** In place of the charts, where differences are looked at. */
  readonly differences: ReactNode;
}

/** One metric of all series: curves over their sweeps, bars for single points. */
export function FiguresPanel({ look, controls, notes, differences, ...rest }: FiguresPanelProps) {
  const { name } = metricOf(look.metric);
  return (
    <Panel
      title={name}
      note={rest.matrix.series.some(({ isPublished }) => isPublished) ? "published figures are hollow" : undefined}
      flush
    >
      {controls}
      <Notes notes={notes} />
      {rest.matrix.points.length === 0 ? (
        <NoWorkload matrix={rest.matrix} />
      ) : look.show === "percent" ? (
        differences
      ) : (
        <Charts {...rest} look={look} />
      )}
    </Panel>
  );
}

/** Of what is published alone, some sources state nothing that a plan measures. */
function NoWorkload({ matrix }: Pick<FiguresPanelProps, "matrix">) {
  return (
    <EmptyState icon={X} title="No workloads to compare">
      {matrix.series.some(({ isPublished }) => isPublished)
        ? "These sources state no figure at a workload that plans measure. All that they state is listed below."
        : "None of these series has a measured point."}
    </EmptyState>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes on these figures" className="grid gap-1 border-b bg-sunken px-4 py-2 text-table">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

type ChartsProps = Omit<FiguresPanelProps, "controls" | "notes" | "differences">;

function Charts({ matrix, layout, look, baseline, onLook }: ChartsProps) {
  const narrow = useNarrow();
  const { metric, scale, show, workload } = look;
  const { curves, bars } = useMemo(() => {
    const drawn: CurveLook = { metric, scale, shown: show === "relative" ? "relative" : "absolute", baseline };
    return { curves: prepareCurves(matrix, layout.families, drawn), bars: prepareBars(matrix, layout.single, drawn) };
  }, [matrix, layout, metric, scale, show, baseline]);
  const { name } = metricOf(metric);
  if (curves.length === 0 && bars.kind === "empty") {
    return (
      <EmptyState
        icon={X}
        title={`None of these series has this figure: ${name}`}
        action={
          workload === null ? null : <Button onClick={() => onLook({ workload: null })}>Show all workloads</Button>
        }
      >
        A measured percentile needs enough samples, and a source may not state it. Choose another metric.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6 p-4">
      <SmallMultiples label={`${name} of sweeps`}>
        {curves.map((plot, index) => (
          <NearPlot
            key={layout.families[index]?.key}
            plot={plot}
            fileName={`comparison-${metric}-${index + 1}`}
            height={curves.length === 1 ? 340 : 260}
            syncId="compare-curves"
          />
        ))}
      </SmallMultiples>
      {bars.kind === "chart" ? <NearBars chart={bars} title={`${name} by workload`} narrow={narrow} /> : null}
    </div>
  );
}
