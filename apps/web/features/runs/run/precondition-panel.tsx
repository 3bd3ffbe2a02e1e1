import { formatBytes, formatDuration, formatThroughput } from "@crosspoint/domain";
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, SkipForward, TriangleAlert } from "lucide-react";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { VerifiedLine } from "../qualification/verified-line";
import { type Point, pointName } from "./run-detail";

const looks = {
  pending: { word: "Not started", icon: CircleDashed, tone: "neutral" },
  running: { word: "Running", icon: LoaderCircle, tone: "accent" },
  complete: { word: "Complete", icon: CircleCheck, tone: "good" },
  interrupted: { word: "Interrupted", icon: TriangleAlert, tone: "watch" },
  failed: { word: "Failed", icon: CircleX, tone: "failed" },
  skipped: { word: "Skipped", icon: SkipForward, tone: "neutral" },
} as const;

/** What was written to bring the drive into a state: work done, and no result. */
export function PreconditionPanel({ points }: { points: readonly Point[] }) {
  if (points.length === 0) return null;
  return (
    <Panel title="Preconditioning" note="not part of the results" flush>
      <Table label="Preconditioning" stacked>
        <TableHead>
          <HeadCell>Point</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell number>Written</HeadCell>
          <HeadCell number>Rate</HeadCell>
          <HeadCell number>Duration</HeadCell>
        </TableHead>
        <tbody>
          {points.map((point) => (
            <FillRow key={point.sequence} point={point} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function FillRow({ point }: { point: Point }) {
  const { word, icon, tone } = looks[point.state];
  const written = point.directions.find(({ direction }) => direction === "write");
  return (
    <Row>
      <Cell className="wrap-anywhere">{pointName(point)}</Cell>
      <Cell>
        <Badge icon={icon} word={word} tone={tone} plain />
        {point.verification === undefined ? null : <VerifiedLine verification={point.verification} />}
        {point.reason && point.state !== "pending" ? <span className="block text-muted">{point.reason}</span> : null}
      </Cell>
      <Cell number label="Written">
        {written ? <Quantity of={formatBytes(Number(written.bytes))} /> : <NotKnown why="nothing reported" />}
      </Cell>
      <Cell number label="Rate">
        {written ? (
          <Quantity of={formatThroughput(written.bytesPerSecond, "MB/s")} />
        ) : (
          <NotKnown why="nothing reported" />
        )}
      </Cell>
      <Cell number label="Duration">
        {point.elapsedNs === undefined ? <NotKnown why="not over" /> : formatDuration(point.elapsedNs / 1e6)}
      </Cell>
    </Row>
  );
}
