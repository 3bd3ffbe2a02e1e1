import {
  type CellReading,
  type ComparedCell,
  type ComparedGrid,
  type ComparedMetric,
  type ComparedPoint,
  divideBounded,
  type FigureCell,
  formatCount,
  readCell,
} from "@crosspoint/domain";
import { ioCount } from "../../../charts/prepare/io-count.ts";

/** What a comparison draws: series beside each other in points of load, with a figure or a reason for each of the two. */
export interface Matrix {
  readonly series: readonly MatrixSeries[];
  readonly points: readonly MatrixPoint[];
  /** By point, then by series, in their orders. */
  readonly cells: readonly (readonly MatrixCell[])[];
}

export interface MatrixSeries {
  readonly id: string;
  /** The drive, and what tells it from another series of that drive. */
  readonly name: string;
  /** The end of `name` that is never cut. */
  readonly detail: string | undefined;
  readonly color: string;
  readonly isPublished: boolean;
  /** Which runs it stands for (domain's runsKey). */
  readonly runs: string;
  /** Where its figures are from, in words: "AnandTech, 2017", "vault-7, 2026-11-21". */
  readonly source: string;
}

export type MatrixPoint = Pick<ComparedPoint, "key" | "words" | "workload" | "direction">;

export type MatrixCell = FigureCell | { readonly kind: "missing"; readonly reason: string };

/** A cell's answer to one metric. */
export type Reading = CellReading;

const notMeasured: Extract<MatrixCell, { kind: "missing" }> = { kind: "missing", reason: "Not measured." };

/** The sparse cells of the server's answer by their places. */
export function matrixOf(
  { points, cells, reasons }: Pick<ComparedGrid, "points" | "cells" | "reasons">,
  series: readonly MatrixSeries[],
): Matrix {
  const rows = points.map(() => series.map((): MatrixCell => notMeasured));
  for (const cell of cells) {
    const row = rows[cell.point];
    if (row !== undefined) row[cell.series] = cellOf(cell, reasons);
  }
  return { series, points, cells: rows };
}

function cellOf(cell: ComparedCell, reasons: readonly string[]): MatrixCell {
  return cell.kind === "figure" ? cell : { kind: "missing", reason: reasons[cell.reason] ?? notMeasured.reason };
}

export function cellAt({ cells }: Matrix, point: number, series: number): MatrixCell {
  return cells[point]?.[series] ?? notMeasured;
}

/** One metric of a point and series. Each gap has a reason; none is a zero. */
export function readAt(matrix: Matrix, point: number, series: number, metric: ComparedMetric): Reading {
  const cell = cellAt(matrix, point, series);
  return cell.kind === "missing" ? cell : readCell(cell, metric);
}

/** A reading as times the baseline's; bounds are carried through the division. */
export function relativeTo(reading: Reading, baseline: Reading): Reading {
  if (reading.kind === "missing") return reading;
  if (baseline.kind === "missing") return { kind: "missing", reason: `The baseline has no figure: ${baseline.reason}` };
  const quotient = divideBounded(reading, baseline);
  if (quotient === undefined) return { kind: "missing", reason: "The baseline is zero." };
  return { ...reading, ...quotient, thin: reading.thin || baseline.thin };
}

/** The lines of a tooltip: what the figure is based on, and where it is from. */
export function supportOf(cell: MatrixCell, reading: Reading, source: string): string[] {
  if (cell.kind === "missing" || reading.kind === "missing") return [];
  const { operations, merged, of, warnings = [], placed } = cell;
  return [
    ...(operations === undefined ? [] : [ioCount(operations)]),
    ...(merged === undefined ? [] : [`${merged} measurements merged`]),
    ...(reading.samplesAbove === undefined ? [] : [`${formatCount(reading.samplesAbove)} samples above`]),
    ...(of === undefined ? [] : [of]),
    ...warnings,
    ...(placed === undefined ? [] : [placed]),
    source,
  ];
}
