import { COMPARISON_METRICS } from "@crosspoint/domain";
import type { ReactNode } from "react";
import type { Outputs } from "@/api/client";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { contextWords } from "./context-words";
import { Figure } from "./figure";
import { publishedQuantity } from "./figure-text";
import { metricHeads, type PublishedMetricName, publishedColumns } from "./published-columns";
import { publishedWorkloadWords } from "./workload-words";

type PublishedRow = Outputs["catalog"]["model"]["published"][number];

interface ResultsTableProps {
  readonly rows: readonly PublishedRow[];
  readonly label: string;
  /** Leads to where a figure comes from. */
  readonly source: (sourceId: string) => ReactNode;
  /** Where the table is of several drives. */
  readonly namesDrive?: boolean;
}

/** Workloads by metrics: a column for each metric that is stated often enough. */
export function ResultsTable({ rows, label, source, namesDrive }: ResultsTableProps) {
  const { own, other } = publishedColumns(rows);
  return (
    <Table label={label} stacked="many">
      <TableHead>
        <HeadCell>Workload</HeadCell>
        <HeadCell number>Depth</HeadCell>
        {own.map((metric) => (
          <HeadCell key={metric} number>
            {metricHeads[metric]}
          </HeadCell>
        ))}
        {other.length > 0 ? <HeadCell>Other figures</HeadCell> : null}
        {namesDrive ? <HeadCell>Drive</HeadCell> : null}
        <HeadCell>Source</HeadCell>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell className="min-w-44">
              <span className="font-medium">{publishedWorkloadWords(row.workload)}</span>
              {contextWords(row.context).map((words) => (
                <span key={words} className="block text-muted text-xs">
                  {words}
                </span>
              ))}
            </Cell>
            <Cell number label="Depth" className={depthWords(row.workload) === undefined ? unstatedClass : ""}>
              {depthWords(row.workload) ?? <NotKnown why="not stated" />}
            </Cell>
            {own.map((metric) => (
              <Cell
                key={metric}
                number
                label={stackedHeads[metric]}
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
            {namesDrive ? <Cell label="Drive">{row.drive.name}</Cell> : null}
            <Cell label="Source">{source(row.sourceId)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** In a list the unit says of itself what it is: "108,300 IOPS". */
const stackedHeads = { ...metricHeads, iops: undefined };

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
