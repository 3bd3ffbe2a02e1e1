import { formatIops } from "@crosspoint/domain";
import type { ReactNode } from "react";
import type { Outputs } from "@/api/client";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { publishedWorkloadWords } from "./workload-words";

interface SeriesTableProps {
  readonly series: Outputs["catalog"]["model"]["series"];
  readonly label: string;
  /** Leads to where a figure comes from. */
  readonly source: (sourceId: string) => ReactNode;
  readonly namesDrive?: boolean;
}

/** Tests over concurrency, which have no queue depth. */
export function SeriesTable({ series, label, source, namesDrive }: SeriesTableProps) {
  return (
    <div className="border-t">
      <Table label={label} stacked>
        <TableHead>
          <HeadCell>Workload</HeadCell>
          <HeadCell>IOPS by number of clients</HeadCell>
          {namesDrive ? <HeadCell>Drive</HeadCell> : null}
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
              {namesDrive ? <Cell label="Drive">{line.drive.name}</Cell> : null}
              <Cell label="Source">{source(line.sourceId)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
