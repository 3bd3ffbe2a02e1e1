import { formatCount } from "@crosspoint/domain";
import type { ReactNode } from "react";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { StatedPercentile } from "./imported-point";

interface PercentileTableProps {
  readonly title: ReactNode;
  readonly label: string;
  readonly rows: readonly PercentileRow[];
}

export interface PercentileRow extends Pick<StatedPercentile, "percentile" | "samplesAbove" | "thin"> {
  readonly latency: ReactNode;
}

/** Percentiles, each with the samples that it is based on. */
export function PercentileTable({ title, label, rows }: PercentileTableProps) {
  return (
    <div className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <Table label={label}>
        <TableHead>
          <HeadCell>Percentile</HeadCell>
          <HeadCell number>Latency</HeadCell>
          <HeadCell number>Samples above</HeadCell>
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.percentile}>
              <Cell>p{row.percentile}</Cell>
              <Cell number className={row.thin ? "text-muted" : undefined}>
                {row.latency}
              </Cell>
              <Cell number>
                <SamplesAbove of={row} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function SamplesAbove({ of: { samplesAbove, thin } }: { of: PercentileRow }) {
  if (samplesAbove === undefined) return <NotKnown why="the file does not state how many operations there were" />;
  return (
    <>
      {formatCount(samplesAbove)}
      {thin ? <span className="text-muted">, indicative only</span> : null}
    </>
  );
}
