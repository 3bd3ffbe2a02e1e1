"use client";

import { formatCount, formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { CircleCheck, CircleSlash } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { type ImportedPoint, knownWords } from "./imported-point";

interface ImportedPointsPanelProps {
  readonly points: readonly ImportedPoint[];
  readonly chosen: ImportedPoint | undefined;
  readonly onChoose: (sequence: number) => void;
}

/** A file may have a thousand. */
const shownAtFirst = 50;
const notStated = <NotKnown why="not stated in the file" />;

/** Every point of the file with its figures, and what it lacks to be compared; a row chooses the point in detail. */
export function ImportedPointsPanel({ points, chosen, onChoose }: ImportedPointsPanelProps) {
  const [all, setAll] = useState(false);
  const shown = all ? points : points.slice(0, shownAtFirst);
  const comparable = points.filter(({ obstacles }) => obstacles.length === 0).length;
  return (
    <Panel
      title="What the file says"
      note={`${formatCount(comparable)} of ${formatCount(points.length)} ${points.length === 1 ? "point" : "points"} comparable`}
      flush
    >
      <Table label="Points of the file" stacked="many">
        <TableHead>
          <HeadCell>Point</HeadCell>
          <HeadCell>Direction</HeadCell>
          <HeadCell number>Operations</HeadCell>
          <HeadCell number>IOPS</HeadCell>
          <HeadCell number>MB/s</HeadCell>
          <HeadCell number>Mean</HeadCell>
          <HeadCell number>Max</HeadCell>
          <HeadCell>Comparable</HeadCell>
        </TableHead>
        <tbody>
          {shown.map((point) => (
            <PointRows
              key={point.sequence}
              point={point}
              isChosen={point === chosen && points.length > 1}
              onChoose={() => onChoose(point.sequence)}
            />
          ))}
        </tbody>
      </Table>
      {shown.length === points.length ? null : (
        <div className="flex justify-end border-t px-4 py-2">
          <Button size="small" onClick={() => setAll(true)}>
            Show all {formatCount(points.length)} points
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface PointRowsProps {
  readonly point: ImportedPoint;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PointRows({ point, isChosen, onChoose }: PointRowsProps) {
  const workload = knownWords(point);
  return point.directions.map((direction, index) => {
    const { operations, iops, bytesPerSecond, latencyNs } = direction;
    const latency = (ns: number | undefined) => (ns === undefined ? notStated : formatLatency(ns).text);
    return (
      <Row
        key={direction.direction}
        className={cn("cursor-pointer hover:bg-hover", isChosen && "bg-accent-soft")}
        onClick={onChoose}
      >
        <Cell className="wrap-anywhere min-w-40">
          {index === 0 ? (
            <>
              <button type="button" aria-current={isChosen ? "true" : undefined} className="text-left hover:underline">
                {point.sequence + 1}. {point.name}
              </button>
              {workload === undefined ? null : <span className="block text-muted">{workload}</span>}
            </>
          ) : null}
        </Cell>
        <Cell label="Direction">{direction.direction}s</Cell>
        <Cell number label="Operations">
          {operations === undefined ? notStated : formatCount(operations)}
        </Cell>
        <Cell number label="IOPS" className="font-medium">
          {iops === undefined ? notStated : formatIops(iops).value}
        </Cell>
        <Cell number label="MB/s">
          {bytesPerSecond === undefined ? notStated : formatThroughput(bytesPerSecond, "MB/s").value}
        </Cell>
        <Cell number label="Mean">
          {latency(latencyNs?.mean)}
        </Cell>
        <Cell number label="Max">
          {latency(latencyNs?.max)}
        </Cell>
        <Cell label="Comparable" className="min-w-52">
          {index === 0 ? <Comparable obstacles={point.obstacles} /> : null}
        </Cell>
      </Row>
    );
  });
}

function Comparable({ obstacles }: Pick<ImportedPoint, "obstacles">) {
  if (obstacles.length === 0) return <Badge icon={CircleCheck} word="Yes" tone="good" plain />;
  return (
    <>
      <Badge icon={CircleSlash} word="No" tone="neutral" plain />
      <ul className="wrap-anywhere list-disc pl-4 text-muted">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
      </ul>
    </>
  );
}
