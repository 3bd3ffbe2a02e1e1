"use client";

import {
  boundWords,
  COMPARISON_METRICS,
  type ComparisonMetric,
  groupByWorkload,
  keptPercentile,
  metricOf,
} from "@crosspoint/domain";
import Link from "next/link";
import { measuredQuantity, publishedQuantity } from "@/features/published/figure-text";
import { NotKnown, Quantity } from "@/ui/quantity";
import { isoDate } from "@/ui/relative-time";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { Tooltip } from "@/ui/tooltip";
import { type Entry, sourceWords } from "./entry";
import { groupName } from "./group-name";

interface ComparisonTableProps {
  readonly entries: readonly Entry[];
  readonly colorOf: (rowId: string) => string;
}

/** All figures, grouped by workload: measured ones in fixed units, published ones digit by digit as printed. */
export function ComparisonTable({ entries, colorOf }: ComparisonTableProps) {
  const groups = [...groupByWorkload(entries.map(({ row }) => row))];
  return (
    <Table label="All results of the comparison" stacked="many">
      <TableHead>
        <HeadCell>Drive</HeadCell>
        <HeadCell>Kind</HeadCell>
        {COMPARISON_METRICS.map((metric) => (
          <HeadCell key={metric} number title={metricOf(metric).name}>
            {metricOf(metric).short}
          </HeadCell>
        ))}
        <HeadCell>Source</HeadCell>
      </TableHead>
      {groups.map(([key, rows]) => (
        <tbody key={key}>
          <tr className="border-b bg-sunken">
            <th scope="rowgroup" colSpan={COMPARISON_METRICS.length + 3} className="px-4 py-1.5 text-left font-medium">
              {groupName(rows)}
            </th>
          </tr>
          {rows.map((row) => {
            const entry = entries.find((each) => each.row.id === row.id);
            return entry ? <EntryRow key={row.id} entry={entry} color={colorOf(row.id)} /> : null;
          })}
        </tbody>
      ))}
    </Table>
  );
}

function EntryRow({ entry, color }: { entry: Entry; color: string }) {
  const published = entry.kind === "published";
  return (
    <Row className="@max-4xl:grid-cols-2 @max-4xl:gap-x-4">
      <Cell className="min-w-48 @max-4xl:col-span-2 @max-4xl:font-medium">
        <span className="inline-flex items-baseline gap-2">
          <span
            aria-hidden
            className="size-2.5 shrink-0 border-2"
            style={{ borderColor: color, background: published ? "transparent" : color }}
          />
          {entry.row.label}
        </span>
      </Cell>
      <Cell className="text-muted @max-4xl:col-span-2">{published ? "published" : "measured"}</Cell>
      {COMPARISON_METRICS.map((metric) => (
        <Cell key={metric} number label={metricOf(metric).short}>
          <Figure entry={entry} metric={metric} />
        </Cell>
      ))}
      <Cell className="min-w-40 @max-4xl:col-span-2">
        {entry.kind === "published" ? (
          <Link
            className="text-accent hover:underline"
            href={`/catalog/sources#${entry.sourceId}`}
            title={entry.sourceTitle}
          >
            {sourceWords(entry)}
          </Link>
        ) : (
          <Link className="text-accent hover:underline" href={`/benchmarks/${entry.runId}?point=${entry.sequence + 1}`}>
            {entry.hostname}
            {entry.finishedAt === undefined ? "" : `, ${isoDate(entry.finishedAt)}`}
          </Link>
        )}
      </Cell>
    </Row>
  );
}

function Figure({ entry, metric }: { entry: Entry; metric: ComparisonMetric }) {
  const figure = entry.row.metrics[metric];
  if (entry.kind === "published") {
    if (figure === undefined) return <NotKnown why="the source does not state it" />;
    const quantity = publishedQuantity(metric, figure, entry.printed[metric]);
    if (unitInHead(metric)) return <span title={boundWords(figure.bound) || undefined}>{quantity.value}</span>;
    return <Quantity of={quantity} exact={boundWords(figure.bound) || undefined} />;
  }
  if (figure === undefined) return <NotKnown why={whyMissing(entry, metric)} />;
  const measured = measuredQuantity(metric, figure.value);
  const quantity = unitInHead(metric) ? measured.value : <Quantity of={measured} />;
  const above = figure.samplesAbove;
  if (above === undefined || above >= 10) return quantity;
  return (
    <Tooltip text={`Only ${above} ${above === 1 ? "sample" : "samples"} above it: indicative only.`}>
      <button type="button" className="cursor-help text-muted underline decoration-dotted underline-offset-3">
        {quantity}
      </button>
    </Tooltip>
  );
}

/** Columns of one unit say it in their head. */
function unitInHead(metric: ComparisonMetric): boolean {
  return metric === "iops" || metric === "bytesPerSecond";
}

function whyMissing(entry: Extract<Entry, { kind: "measured" }>, metric: ComparisonMetric): string {
  if (metric !== "latencyNsP99999") return "nothing completed";
  const reading = keptPercentile("99.999", undefined, entry.operations);
  if (reading.kind !== "tooFewSamples") return "not measured";
  return `needs ${reading.samplesNeeded.toLocaleString("en-US")} samples; there are ${reading.totalCount.toLocaleString("en-US")}`;
}
