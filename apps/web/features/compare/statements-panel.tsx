import { memo, type ReactNode } from "react";
import type { Outputs } from "@/api/client";
import { PublishedNotes } from "@/features/published/notes";
import { ResultsTable } from "@/features/published/results-table";
import { SeriesTable } from "@/features/published/series-table";
import { publishedWorkloadWords } from "@/features/published/workload-words";
import { Panel } from "@/ui/panel";

type Series = Outputs["compare"]["get"]["series"][number];
type Statements = NonNullable<Series["statements"]>;

interface StatementsPanelProps {
  readonly series: Series;
  readonly statements: Statements;
  readonly source: (sourceId: string) => ReactNode;
}

/** Everything that a source states of a drive, whatever of it can stand beside a measurement. */
export const StatementsPanel = memo(function StatementsPanel(props: StatementsPanelProps) {
  const { label, detail } = props.series;
  const { rows, series, ratios } = props.statements;
  const { source } = props;
  return (
    <Panel title={`Everything published: ${label}`} note={detail} flush>
      {rows.length > 0 ? (
        <ResultsTable rows={rows} label={`Published results of ${label}, ${detail}`} source={source} />
      ) : null}
      <PublishedNotes rows={rows} />
      {series.length > 0 ? (
        <SeriesTable series={series} label={`Published by number of clients of ${label}, ${detail}`} source={source} />
      ) : null}
      {ratios.length > 0 ? (
        <ul
          aria-label={`Published ratios of ${label}, ${detail}`}
          className="grid gap-1 border-t px-4 py-2.5 text-table"
        >
          {ratios.map(({ id, workload, faster, slower, ratio }) => (
            <li key={id}>
              {publishedWorkloadWords(workload)}
              {workload.queueDepth === undefined ? "" : `, QD${workload.queueDepth}`}: {faster.name} has {ratio} × the
              throughput of {slower.name}
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
});
