import { formatIops, formatLatency } from "@crosspoint/domain";
import Link from "next/link";
import type { Outputs } from "@/api/client";
import { ioCount } from "@/charts/prepare/io-count";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Stat } from "@/ui/stat";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { PercentileValue } from "../percentile-value";
import { TargetOf } from "./target-of";

type Merged = Outputs["batch"]["point"][number];
const words = { read: "Reads", write: "Writes" } as const;

/** One direction of a point: percentiles of all operations of all drives, then each drive, the slowest first. */
export function MergedPoint({ merged, runs }: { merged: Merged; runs: Outputs["batch"]["get"]["runs"] }) {
  const name = words[merged.direction];
  return (
    <div className="border-b last:border-b-0">
      <div className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-4 xl:grid-cols-8">
        <Stat label={`${name}, mean`}>
          <Latency ns={merged.meanNs} />
        </Stat>
        {merged.percentiles.map((reading) => (
          <Stat key={reading.percentile} label={`p${reading.percentile}`}>
            <PercentileValue reading={reading} />
          </Stat>
        ))}
        <Stat label="Max">
          <Latency ns={merged.maxNs} />
        </Stat>
      </div>
      <p className="px-4 pb-2 text-muted text-table">
        From one histogram of {ioCount(merged.operations)} of {merged.runs} {merged.runs === 1 ? "target" : "targets"}.
      </p>
      <Table label={`${name} by target`} stacked>
        <TableHead>
          <HeadCell>Target, slowest first</HeadCell>
          <HeadCell number>IOPS</HeadCell>
          <HeadCell number>Mean</HeadCell>
          <HeadCell number>p99</HeadCell>
        </TableHead>
        <tbody>
          {merged.each.map(({ runId, targetLabel, iops, meanNs, p99Ns }) => (
            <Row key={runId}>
              <Cell className="wrap-anywhere">
                <Link href={`/benchmarks/${runId}`} className="hover:underline">
                  <TargetOf runs={runs} runId={runId} targetLabel={targetLabel} />
                </Link>
              </Cell>
              <Cell number label="IOPS">
                {formatIops(iops).value}
              </Cell>
              <Cell number label="Mean">
                <Latency ns={meanNs} />
              </Cell>
              <Cell number label="p99">
                <Latency ns={p99Ns} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Latency({ ns }: { ns: number | undefined }) {
  return ns === undefined ? <NotKnown why="too few I/Os" /> : <Quantity of={formatLatency(ns)} />;
}
