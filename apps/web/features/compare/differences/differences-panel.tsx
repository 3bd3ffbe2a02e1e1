"use client";

import { boundSign, type ComparedMetric, metricOf } from "@crosspoint/domain";
import { PlotChart } from "@/charts/lazy";
import { percentText } from "@/charts/prepare/measure";
import { QueryError } from "@/features/navigation/page-error";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Skeleton } from "@/ui/skeleton";
import { Cell, Row } from "@/ui/table";
import { useDifferences } from "../access";
import { SmallMultiples } from "../figures/small-multiples";
import { type DifferenceAt, type DifferenceCell, differencesByKey, reachOf } from "../model/difference-cells";
import type { Layout } from "../model/families";
import type { Matrix } from "../model/matrix";
import { prepareDifferenceCurves } from "../prepare/difference-curves";
import { SeriesHeads } from "../table/series-heads";
import { TallTable } from "../table/tall-table";
import { IntervalBar } from "./interval-bar";

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
      <div className="p-4">
        <Skeleton className="h-32" />
      </div>
    );
  }
  const cellOf = differencesByKey(data);
  return (
    <>
      <Curves {...{ matrix, layout, baseline, metric, cellOf }} />
      <DifferencesTable {...{ matrix, points, baseline, metric, cellOf }} reach={reachOf(data.cells)} />
    </>
  );
}

interface CurvesProps extends Pick<DifferencesProps, "matrix" | "layout" | "baseline" | "metric"> {
  readonly cellOf: DifferenceAt;
}

function Curves({ matrix, layout, baseline, metric, cellOf }: CurvesProps) {
  const plots = prepareDifferenceCurves(matrix, layout.families, { metric, baseline, cellOf });
  if (plots.length === 0) return null;
  return (
    <div className="border-b p-4">
      <SmallMultiples label={`Differences of ${metricOf(metric).name} over sweeps`}>
        {plots.map((plot, index) => (
          <PlotChart
            key={layout.families[index]?.key}
            plot={{ ...plot, title: `Difference of ${plot.title}` }}
            fileName={`comparison-differences-${metric}-${index + 1}`}
            height={260}
            syncId="compare-differences"
          />
        ))}
      </SmallMultiples>
    </div>
  );
}

interface TableProps extends Pick<DifferencesProps, "matrix" | "points" | "baseline" | "metric"> {
  readonly cellOf: DifferenceAt;
  readonly reach: number;
}

function DifferencesTable({ matrix, points, baseline, metric, cellOf, reach }: TableProps) {
  const others = matrix.series.filter((_, index) => index !== baseline);
  return (
    <TallTable label={`Differences of ${metricOf(metric).name}`}>
      <SeriesHeads series={others} className="min-w-28" />
      <tbody>
        {points.map((point) => (
          <Row key={matrix.points[point]?.key}>
            <Cell className="@max-4xl:font-medium">{matrix.points[point]?.words}</Cell>
            {others.map((series) => (
              <Cell key={series.id} number label={`${series.name}:`} className="@max-4xl:whitespace-normal">
                <Difference cell={cellOf(matrix.points[point]?.key ?? "", series.id)} reach={reach} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </TallTable>
  );
}

function Difference({ cell, reach }: { cell: DifferenceCell | undefined; reach: number }) {
  if (cell === undefined) return <NotKnown why="one of the two has no figure here" />;
  if (cell.kind === "tooLittle") {
    return (
      <span className="text-muted" title={cell.reason}>
        {boundSign(cell.bound ?? "exact")}
        {percentText(cell.percent).text}
        <span className="block text-xs">
          not tested<span className="sr-only">: {cell.reason}</span>
        </span>
      </span>
    );
  }
  const { percent, interval, verdict, confidence, basis } = cell;
  const range = `${percentText(interval.low).value} to ${percentText(interval.high).text}`;
  return (
    <span
      title={`${100 * confidence} % interval ${range}; ${basis}`}
      className={verdict === "noise" ? "text-muted" : ""}
    >
      <span className="inline-flex items-center gap-2">
        <IntervalBar low={interval.low} high={interval.high} at={percent} reach={reach} verdict={verdict} />
        {percentText(percent).text}
      </span>
      <span className="block text-muted text-xs">
        {verdict}, {range}
      </span>
    </span>
  );
}
