"use client";

import { type ComparedMetric, metricOf } from "@crosspoint/domain";
import { useCallback, useMemo } from "react";
import { NearPlot } from "@/charts/near";
import { QueryError } from "@/features/navigation/page-error";
import { WhenNear } from "@/ui/near/when-near";
import { Panel } from "@/ui/panel";
import { useDifferences } from "../access";
import { chartsHeight, SmallMultiples } from "../figures/small-multiples";
import { type DifferenceAt, differencesByKey, reachOf } from "../model/difference-cells";
import type { Layout } from "../model/families";
import type { Matrix } from "../model/matrix";
import { prepareDifferenceCurves } from "../prepare/difference-curves";
import { DifferencesTable, differencesLabel, differencesTableHeight } from "./differences-table";

interface DifferencesPanelProps {
  readonly matrix: Matrix;
  readonly layout: Layout;
  readonly points: readonly number[];
  readonly baseline: number;
  readonly metric: ComparedMetric;
  /** Within another panel: without a frame of its own. */
  readonly bare?: boolean;
}

/** Each series against the baseline, point by point: how far, how surely, and what is noise. */
export function DifferencesPanel({ bare = false, ...props }: DifferencesPanelProps) {
  const { matrix, baseline, metric } = props;
  const against = matrix.series[baseline];
  if (against === undefined || matrix.series.length < 2) {
    return bare ? <p className="p-4 text-muted">Add a second series to see differences.</p> : null;
  }
  const note = `${metricOf(metric).name}, in % of ${against.name}, with the interval in which the difference lies`;
  if (bare) {
    return (
      <>
        <p className="px-4 py-2 text-muted text-table">{note}</p>
        <Differences {...props} against={against.id} />
      </>
    );
  }
  return (
    <Panel title="Differences" note={note} flush>
      <Differences {...props} against={against.id} />
    </Panel>
  );
}

/** About how high they will be. */
export function differencesHeight({ families }: Layout, points: readonly number[]): number {
  return chartsHeight(families.length) + differencesTableHeight(points);
}

interface DifferencesProps extends Omit<DifferencesPanelProps, "bare"> {
  readonly against: string;
}

function Differences({ matrix, layout, points, baseline, metric, against }: DifferencesProps) {
  const { data, error, refetch } = useDifferences(against, metric, true);
  if (error) {
    return (
      <div className="p-4">
        <QueryError error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) {
    return (
      // It stands still: what moves for as long as the server computes costs the page its frames. It is as high as what will
      // stand here: what is far below stays there, and is not drawn for as long as the server computes.
      <div className="p-4" style={{ minHeight: differencesHeight(layout, points) }}>
        <p className="grid h-32 place-items-center rounded bg-sunken text-muted">Computing differences…</p>
      </div>
    );
  }
  return <Read {...{ matrix, layout, points, baseline, metric }} differences={data} />;
}

type ReadProps = Omit<DifferencesProps, "against"> & { readonly differences: Parameters<typeof differencesByKey>[0] };

function Read({ matrix, layout, points, baseline, metric, differences }: ReadProps) {
  const cellOf = useMemo(() => differencesByKey(differences), [differences]);
  const reach = useMemo(() => reachOf(differences.cells), [differences]);
  const table = useCallback(
    () => <DifferencesTable {...{ matrix, points, baseline, metric, cellOf, reach }} />,
    [matrix, points, baseline, metric, cellOf, reach],
  );
  return (
    <>
      <Curves {...{ matrix, layout, baseline, metric, cellOf }} />
      <WhenNear role="region" label={differencesLabel(metric)} height={differencesTableHeight(points)}>
        {table}
      </WhenNear>
    </>
  );
}

interface CurvesProps extends Pick<DifferencesProps, "matrix" | "layout" | "baseline" | "metric"> {
  readonly cellOf: DifferenceAt;
}

function Curves({ matrix, layout, baseline, metric, cellOf }: CurvesProps) {
  const plots = useMemo(
    () => prepareDifferenceCurves(matrix, layout.families, { metric, baseline, cellOf }),
    [matrix, layout, metric, baseline, cellOf],
  );
  if (plots.length === 0) return null;
  return (
    <div className="border-b p-4">
      <SmallMultiples label={`Differences of ${metricOf(metric).name} over sweeps`}>
        {plots.map((plot, index) => (
          <NearPlot
            key={layout.families[index]?.key}
            plot={plot}
            fileName={`comparison-differences-${metric}-${index + 1}`}
            height={260}
            syncId="compare-differences"
          />
        ))}
      </SmallMultiples>
    </div>
  );
}
