import { formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { METHODS } from "@crosspoint/domain/analysis";
import Link from "next/link";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { cpuNsPerOperation } from "../results";
import type { Point } from "../run-detail";
import { figureOf, type Latency } from "./figures";
import type { Frame } from "./frames";
import { type NearPeak, saturationsOf } from "./saturation";

/** Throughput, latency and efficiency at the lowest queue depth that comes near the peak. */
export function NearPeakTable({ frames }: { frames: readonly Frame[] }) {
  const rows = frames.flatMap((frame) => saturationsOf(frame, "iops").map((near) => ({ frame, near })));
  if (rows.length === 0) return null;
  return (
    <>
      <Table label="Near the peak" stacked>
        <TableHead>
          <HeadCell>Near the peak</HeadCell>
          <HeadCell number>Depth</HeadCell>
          <HeadCell number>IOPS</HeadCell>
          <HeadCell number>MB/s</HeadCell>
          <HeadCell number>Mean</HeadCell>
          <HeadCell number>p99</HeadCell>
          <HeadCell number>IOPS per CPU</HeadCell>
          <HeadCell number>Peak</HeadCell>
        </TableHead>
        <tbody>
          {rows.map(({ frame, near }) => (
            <NearPeakRow key={near.line.id} frame={frame} near={near} />
          ))}
        </tbody>
      </Table>
      <p className="px-4 py-3 text-muted text-table">
        {METHODS.saturation.name}, of complete points. IOPS per CPU: operations for each second of processor time, in
        the tool and the kernel together, without the kernel's worker threads to which volumes and zram hand off I/Os.
        IOPS per watt are not known: neither the drive nor its host reports watts.
      </p>
    </>
  );
}

function NearPeakRow({ frame, near }: { frame: Frame; near: NearPeak }) {
  const { line, depth, mark, peakDepth, peakRate, isAtLeast } = near;
  const { point } = mark;
  const perCpu = iopsPerCpu(point);
  return (
    <Row>
      <Cell className="max-sm:font-medium">
        <Link href={`?point=${point.sequence + 1}`} scroll={false} className="underline decoration-dotted">
          {frame.title}, {line.label.charAt(0).toLowerCase() + line.label.slice(1)}
        </Link>
      </Cell>
      <Cell number label="Depth">
        {depth}
      </Cell>
      <Cell number label="IOPS" className="font-medium">
        {formatIops(sumOf(point, ({ iops }) => iops)).value}
      </Cell>
      <Cell number label="MB/s">
        {
          formatThroughput(
            sumOf(point, ({ bytesPerSecond }) => bytesPerSecond),
            "MB/s",
          ).value
        }
      </Cell>
      <Cell number label="Mean">
        <LatencyFigure near={near} latency="latencyNsMean" />
      </Cell>
      <Cell number label="p99">
        <LatencyFigure near={near} latency="latencyNsP99" />
      </Cell>
      <Cell number label="IOPS per CPU">
        {perCpu === undefined ? <NotKnown why="CPU time not known" /> : formatIops(perCpu).value}
      </Cell>
      <Cell number label="Peak">
        {isAtLeast ? "at least " : ""}
        <Quantity of={formatIops(peakRate)} /> <span className="text-muted">at {peakDepth}</span>
      </Cell>
    </Row>
  );
}

/** A mix has a latency for each direction, which its own point shows. */
function LatencyFigure({ near: { line, mark }, latency }: { near: NearPeak; latency: Latency }) {
  const figure = figureOf(mark.point, line.part, latency);
  return figure.kind === "figure" ? (
    <Quantity of={formatLatency(figure.value)} />
  ) : (
    <NotKnown why={line.part === "all" ? "one for each direction" : figure.reason} />
  );
}

/** Operations for each second of CPU time that the benchmark took, in tool and kernel. */
function iopsPerCpu(point: Point): number | undefined {
  const ns = cpuNsPerOperation(point);
  return ns === undefined || ns === 0 ? undefined : 1e9 / ns;
}

function sumOf({ directions }: Point, of: (each: Point["directions"][number]) => number): number {
  return directions.reduce((sum, each) => sum + of(each), 0);
}
