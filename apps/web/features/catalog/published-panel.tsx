import { COMPARISON_METRICS, formatIops } from "@crosspoint/domain";
import { BookOpen } from "lucide-react";
import Link from "next/link";
import type { Outputs } from "@/api/client";
import { publishedQuantity } from "@/features/compare/figure-text";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { Figure } from "./figure";
import { metricHeads, type PublishedMetricName, publishedColumns } from "./published-columns";
import { SourceLink } from "./source-link";
import { publishedWorkloadWords } from "./workload-words";

type Detail = Outputs["catalog"]["model"];
type PublishedRow = Detail["published"][number];
type Series = Detail["series"][number];
type SourceOf = (id: string) => Detail["sources"][number] | undefined;

/** What has been published about the model; each figure with its bound and its source. */
export function PublishedPanel({ detail, comparable }: { detail: Detail; comparable: readonly string[] }) {
  const { published, series, sources } = detail;
  const sourceOf: SourceOf = (id) => sources.find((source) => source.id === id);
  if (published.length === 0 && series.length === 0) {
    return (
      <Panel title="Published results">
        <EmptyState icon={BookOpen} title="No published results in the catalog" />
      </Panel>
    );
  }
  return (
    <Panel
      title="Published results"
      note="not measured here"
      flush
      actions={
        comparable.length > 0 ? (
          <Button size="small" asChild>
            <Link href={`/compare?p=${comparable.map(encodeURIComponent).join(",")}`}>Compare these</Link>
          </Button>
        ) : null
      }
    >
      {published.length > 0 ? <ResultsTable rows={published} sourceOf={sourceOf} /> : null}
      <Notes rows={published} />
      {series.length > 0 ? <SeriesTable series={series} sourceOf={sourceOf} /> : null}
    </Panel>
  );
}

/** Workloads by metrics: a column for each metric that is stated often enough. */
function ResultsTable({ rows, sourceOf }: { rows: readonly PublishedRow[]; sourceOf: SourceOf }) {
  const { own, other } = publishedColumns(rows);
  return (
    <Table label="Published results" stacked="many">
      <TableHead>
        <HeadCell>Workload</HeadCell>
        <HeadCell number>Depth</HeadCell>
        {own.map((metric) => (
          <HeadCell key={metric} number>
            {metricHeads[metric]}
          </HeadCell>
        ))}
        {other.length > 0 ? <HeadCell>Other figures</HeadCell> : null}
        <HeadCell>Drive</HeadCell>
        <HeadCell>Source</HeadCell>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell className="min-w-44 font-medium">{publishedWorkloadWords(row.workload)}</Cell>
            <Cell number label="Depth" className={depthWords(row.workload) === undefined ? unstatedClass : ""}>
              {depthWords(row.workload) ?? <NotKnown why="not stated" />}
            </Cell>
            {own.map((metric) => (
              <Cell
                key={metric}
                number
                label={metricHeads[metric]}
                className={states(row, metric) ? "" : unstatedClass}
              >
                <PublishedFigure row={row} metric={metric} />
              </Cell>
            ))}
            {other.length > 0 ? (
              <Cell>
                <OtherFigures row={row} metrics={other} />
              </Cell>
            ) : null}
            <Cell label="Drive">{row.drive.name}</Cell>
            <Cell label="Source">
              <SourceOfRow id={row.sourceId} sourceOf={sourceOf} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** A table needs its empty cells; a list in a narrow place does not. */
const unstatedClass = "@max-4xl:hidden!";

function states({ metrics }: PublishedRow, metric: PublishedMetricName): boolean {
  return metrics.some((each) => each.metric === metric);
}

function depthWords({ queueDepth, queueDepthRange }: PublishedRow["workload"]): string | undefined {
  const depth = queueDepth ?? queueDepthRange;
  return depth === undefined ? undefined : `QD${depth}`;
}

/** As its source prints it, where it is a figure of a comparison; with its bound. */
function PublishedFigure({ row, metric }: { row: PublishedRow; metric: PublishedMetricName }) {
  const figure = row.metrics.find((each) => each.metric === metric);
  if (figure === undefined) return <NotKnown why="not stated" />;
  const { value, unit, bound, printed } = figure;
  const comparable = COMPARISON_METRICS.find((each) => each === metric);
  if (comparable === undefined) return <Figure value={value} unit={unit} bound={bound} />;
  return <Quantity of={publishedQuantity(comparable, { value, bound }, printed)} />;
}

function OtherFigures({ row, metrics }: { row: PublishedRow; metrics: readonly PublishedMetricName[] }) {
  const stated = metrics.filter((metric) => states(row, metric));
  return stated.map((metric) => (
    <span key={metric} className="block">
      <span className="text-muted">{metricHeads[metric]}</span> <PublishedFigure row={row} metric={metric} />
    </span>
  ));
}

/** What must be known to read the figures, each remark once. */
function Notes({ rows }: { rows: readonly PublishedRow[] }) {
  const notes = [...new Set(rows.flatMap(({ context }) => context.note ?? []))];
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes on published figures" className="grid gap-1 border-t px-4 py-2.5 text-muted text-table">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Tests over concurrency, which have no queue depth. */
function SeriesTable({ series, sourceOf }: { series: readonly Series[]; sourceOf: SourceOf }) {
  return (
    <div className="border-t">
      <Table label="Published results by concurrency" stacked>
        <TableHead>
          <HeadCell>Workload</HeadCell>
          <HeadCell>IOPS by number of clients</HeadCell>
          <HeadCell>Drive</HeadCell>
          <HeadCell>Source</HeadCell>
        </TableHead>
        <tbody>
          {series.map((line) => (
            <Row key={line.id}>
              <Cell className="min-w-44 font-medium">{publishedWorkloadWords(line.workload)}</Cell>
              <Cell>
                <span className="flex flex-wrap gap-x-3 gap-y-0.5">
                  {line.points.map(({ concurrency, value }) => (
                    <span key={concurrency} className="whitespace-nowrap">
                      <span className="text-muted">{concurrency}:</span> {formatIops(value).value}
                    </span>
                  ))}
                </span>
              </Cell>
              <Cell label="Drive">{line.drive.name}</Cell>
              <Cell label="Source">
                <SourceOfRow id={line.sourceId} sourceOf={sourceOf} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function SourceOfRow({ id, sourceOf }: { id: string; sourceOf: SourceOf }) {
  const source = sourceOf(id);
  return source ? <SourceLink source={source} /> : id;
}
