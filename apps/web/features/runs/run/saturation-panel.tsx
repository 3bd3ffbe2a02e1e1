import { formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import Link from "next/link";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { type Point, pointName } from "./run-detail";
import { saturationRows } from "./saturation";

/** Throughput, latency and efficiency at the lowest queue depth that comes near the peak. */
export function SaturationPanel({ points }: { points: readonly Point[] }) {
  const rows = saturationRows(points);
  if (rows.length === 0) return null;
  return (
    <Panel title="Near the peak" note="lowest queue depth within 95 % of the highest rate" flush>
      <Table label="Near the peak" stacked>
        <TableHead>
          <HeadCell>Load</HeadCell>
          <HeadCell number>Depth</HeadCell>
          <HeadCell number>IOPS</HeadCell>
          <HeadCell number>MB/s</HeadCell>
          <HeadCell number>Mean</HeadCell>
          <HeadCell number>p99</HeadCell>
          <HeadCell number>IOPS per CPU</HeadCell>
          <HeadCell number>Peak</HeadCell>
        </TableHead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.point.sequence}>
              <Cell className="max-sm:font-medium">
                <Link href={`?point=${row.point.sequence + 1}`} scroll={false} className="underline decoration-dotted">
                  {pointName(row.point)}
                </Link>
              </Cell>
              <Cell number label="Depth">
                {row.depth}
              </Cell>
              <Cell number label="IOPS" className="font-medium">
                {formatIops(row.iops).value}
              </Cell>
              <Cell number label="MB/s">
                {formatThroughput(row.bytesPerSecond, "MB/s").value}
              </Cell>
              <Cell number label="Mean">
                <Latency ns={row.latencyNsMean} />
              </Cell>
              <Cell number label="p99">
                <Latency ns={row.latencyNsP99} />
              </Cell>
              <Cell number label="IOPS per CPU">
                {row.iopsPerCpu === undefined ? (
                  <NotKnown why="CPU time not reported" />
                ) : (
                  formatIops(row.iopsPerCpu).value
                )}
              </Cell>
              <Cell number label="Peak">
                {row.isAtLeast ? "at least " : ""}
                <Quantity of={formatIops(row.peakIops)} /> <span className="text-muted">at {row.peakDepth}</span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="px-4 py-3 text-muted text-table">
        IOPS per CPU: operations for each second of processor time, in the tool and the kernel together. IOPS per watt
        are not known: neither the drive nor its host reports watts.
      </p>
    </Panel>
  );
}

function Latency({ ns }: { ns: number | undefined }) {
  return ns === undefined ? <NotKnown why="not carried by the samples" /> : <Quantity of={formatLatency(ns)} />;
}
