import { formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { MissedRow } from "../run/missed-row";
import { resultsOf } from "../run/results";
import { isMissed, isPrecondition, type Point, pointName, type Run } from "../run/run-detail";

/** The figures of each measured point, as far as a sheet of paper has room for them; of the others, why there are none. */
export function FiguresPanel({ run }: { run: Run }) {
  const points = run.points.filter(
    (point) => !isPrecondition(point) && (point.directions.length > 0 || isMissed(point)),
  );
  if (points.length === 0) return null;
  return (
    <Panel title="Figures" note="warm-up excluded" flush>
      <Table label="Figures" stacked>
        <TableHead>
          <HeadCell>Point</HeadCell>
          <HeadCell>Direction</HeadCell>
          <HeadCell number>IOPS</HeadCell>
          <HeadCell number>MB/s</HeadCell>
          <HeadCell number>Mean</HeadCell>
          <HeadCell number>p99</HeadCell>
          <HeadCell number>Max</HeadCell>
        </TableHead>
        <tbody>
          {points.map((point) =>
            isMissed(point) ? (
              <MissedRow key={point.sequence} point={point} columns={7} />
            ) : (
              <PointRows key={point.sequence} point={point} />
            ),
          )}
        </tbody>
      </Table>
    </Panel>
  );
}

function PointRows({ point }: { point: Point }) {
  return resultsOf([point]).map((result) => (
    <Row key={result.direction}>
      <Cell>
        {point.sequence + 1}. {pointName(point)}
      </Cell>
      <Cell label="Direction">{result.direction}s</Cell>
      <Cell number label="IOPS">
        {formatIops(result.iops).value}
      </Cell>
      <Cell number label="MB/s">
        {formatThroughput(result.bytesPerSecond, "MB/s").value}
      </Cell>
      <Cell number label="Mean">
        <Latency ns={result.latencyNsMean} />
      </Cell>
      <Cell number label="p99">
        <Latency ns={result.latencyNsP99} />
      </Cell>
      <Cell number label="Max">
        <Latency ns={result.latencyNsMax} />
      </Cell>
    </Row>
  ));
}

function Latency({ ns }: { ns: number | undefined }) {
  return ns === undefined ? <NotKnown why="not carried by the samples" /> : <Quantity of={formatLatency(ns)} />;
}
