"use client";

import { formatBlockSize, formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { useState } from "react";
import { NotKnown } from "@/ui/quantity";
import { Segmented } from "@/ui/segmented";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { JudgedRounds } from "./judge-rounds";
import type { MeasuredRounds } from "./rounds-of";
import { matrixOf, type WindowCell, type WindowMatrix, type WindowRow, windowRows } from "./window-matrix";

export const windowMetrics = [
  { value: "iops", label: "IOPS" },
  { value: "mbs", label: "MB/s" },
  { value: "mean", label: "Mean (µs)" },
  { value: "max", label: "Max (ms)" },
] as const;
export type WindowMetric = (typeof windowMetrics)[number]["value"];

/** What every load came to over the measurement window. */
export function WindowTable({ rounds, judged }: { rounds: MeasuredRounds; judged: JudgedRounds }) {
  const [metric, setMetric] = useState<WindowMetric>("iops");
  const window = judged.kind === "tooLittle" ? undefined : judged.windows[0];
  if (window === undefined) return null;
  return (
    <section aria-label="Measurement window" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-medium">
          Measurement window: rounds {window.fromRound} to {window.toRound}
        </h3>
        <div className="ml-auto">
          <Segmented
            label="Figure of the window"
            value={metric}
            onValueChange={setMetric}
            options={[...windowMetrics]}
          />
        </div>
      </div>
      <WindowFigures rounds={rounds} fromRound={window.fromRound} toRound={window.toRound} metric={metric} />
    </section>
  );
}

interface WindowFiguresProps {
  readonly rounds: Pick<MeasuredRounds, "points">;
  readonly fromRound: number;
  readonly toRound: number;
  readonly metric: WindowMetric;
}

/** One figure of every load: sizes by mixes where the loads differ in these alone. */
export function WindowFigures({ rounds, fromRound, toRound, metric }: WindowFiguresProps) {
  const rows = windowRows(rounds.points, fromRound, toRound);
  const matrix = matrixOf(rows);
  const label = `${windowMetrics.find(({ value }) => value === metric)?.label ?? ""}, ${metric === "max" ? "longest" : "average"} of the window`;
  return matrix === undefined ? (
    <WindowList rows={rows} metric={metric} label={label} />
  ) : (
    <WindowGrid matrix={matrix} metric={metric} label={label} />
  );
}

function WindowGrid({ matrix, metric, label }: { matrix: WindowMatrix; metric: WindowMetric; label: string }) {
  const { sizes, readPercents, at } = matrix;
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Block size</HeadCell>
        {readPercents.map((percent) => (
          <HeadCell number key={percent}>
            {percent}/{100 - percent}
          </HeadCell>
        ))}
      </TableHead>
      <tbody>
        {sizes.map((size) => (
          <Row key={size}>
            <Cell>{formatBlockSize(size).text}</Cell>
            {readPercents.map((percent) => (
              <Cell number key={percent}>
                <WindowValue row={at(size, percent)} metric={metric} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function WindowList({ rows, metric, label }: { rows: readonly WindowRow[]; metric: WindowMetric; label: string }) {
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Load</HeadCell>
        <HeadCell number>{windowMetrics.find(({ value }) => value === metric)?.label}</HeadCell>
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.name}>
            <Cell>{row.name}</Cell>
            <Cell number>
              <WindowValue row={row} metric={metric} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function WindowValue({ row, metric }: { row: WindowRow | undefined; metric: WindowMetric }) {
  if (row === undefined) return <NotKnown why="not measured" />;
  if ("reason" in row.cell) return <NotKnown why={row.cell.reason} />;
  return valueText(row.cell, metric) ?? <NotKnown why="nothing completed" />;
}

function valueText(cell: WindowCell, metric: WindowMetric): string | undefined {
  switch (metric) {
    case "iops":
      return formatIops(cell.iops).value;
    case "mbs":
      return formatThroughput(cell.bytesPerSecond, "MB/s").value;
    case "mean":
      return cell.latencyNsMean === undefined ? undefined : formatLatency(cell.latencyNsMean, "µs").value;
    case "max":
      return cell.latencyNsMax === undefined ? undefined : formatLatency(cell.latencyNsMax, "ms").value;
  }
}
