"use client";

import { formatCount, formatIops, formatLatency, formatThroughput } from "@crosspoint/domain";
import { CircleX, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { Tooltip } from "@/ui/tooltip";
import { PercentileValue } from "../percentile-value";
import { cpuNsPerOperation, type Result, resultsOf } from "./results";
import type { Run } from "./run-page";

const shownPercentiles = ["50", "99", "99.9", "99.999"] as const;
const percentileNames = { "50": "Median", "99": "99th", "99.9": "99.9th", "99.999": "99.999th" } as const;

/** Every figure of every measured point. */
export function SummaryPanel({ run }: { run: Run }) {
  const results = useMemo(() => resultsOf(run.points), [run.points]);
  const mixed = results.some(({ point }) => point.directions.length > 1);
  return (
    <Panel title="Results" note="ramps left out" flush>
      <Table label="Results by point" stacked>
        <TableHead>
          <HeadCell>Point</HeadCell>
          {mixed ? <HeadCell>Direction</HeadCell> : null}
          <HeadCell number>IOPS</HeadCell>
          <HeadCell number>MB/s</HeadCell>
          <HeadCell number>Mean</HeadCell>
          {shownPercentiles.map((percentile) => (
            <HeadCell number key={percentile}>
              {percentileNames[percentile]}
            </HeadCell>
          ))}
          <HeadCell number>Slowest</HeadCell>
          <HeadCell number>CPU per I/O</HeadCell>
          <HeadCell>Checks</HeadCell>
        </TableHead>
        <tbody>
          {results.map((result) => (
            <ResultRow key={`${result.point.index} ${result.direction}`} result={result} mixed={mixed} />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function ResultRow({ result, mixed }: { result: Result; mixed: boolean }) {
  const { point, percentiles } = result;
  const cpuNs = cpuNsPerOperation(point);
  const reading = (percentile: string) => percentiles.find((each) => each.percentile === percentile);
  return (
    <Row className="max-sm:grid-cols-2">
      <Cell className="min-w-48 font-medium max-sm:col-span-2 sm:font-normal">
        {point.index + 1}. {point.spec.name}
      </Cell>
      {mixed ? <Cell label="Direction">{result.direction}s</Cell> : null}
      <Cell number label="IOPS" className="font-medium">
        {formatIops(result.iops).value}
      </Cell>
      <Cell number label="MB/s">
        {formatThroughput(result.bytesPerSecond, "MB/s").value}
      </Cell>
      <Cell number label="Mean">
        <Latency ns={result.latencyNsMean} />
      </Cell>
      {shownPercentiles.map((percentile) => {
        const value = reading(percentile);
        return (
          <Cell number key={percentile} label={percentileNames[percentile]}>
            {value ? <PercentileValue reading={value} /> : <NotKnown />}
          </Cell>
        );
      })}
      <Cell number label="Slowest">
        <Latency ns={result.latencyNsMax} />
      </Cell>
      <Cell number label="CPU per I/O">
        <Latency ns={cpuNs} />
      </Cell>
      <Cell label="Checks" className="max-sm:col-span-2">
        <Checks result={result} />
      </Cell>
    </Row>
  );
}

function Latency({ ns }: { ns: number | undefined }) {
  return ns === undefined ? (
    <NotKnown why="nothing completed" />
  ) : (
    <Quantity of={formatLatency(ns)} exact={`${ns} ns`} />
  );
}

/** What speaks against the figures: errors, Little's law, a point that was not run to its end. */
function Checks({ result: { point } }: { result: Result }) {
  const errors = point.errors.reduce((sum, { count }) => sum + count, 0);
  const law = point.littlesLaw;
  const broken = law !== undefined && !law.ok;
  if (errors === 0 && !broken && point.state === "complete") return <span className="text-muted">passed</span>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {point.state !== "complete" ? (
        <Noted text={point.reason ?? "The point was not run to its end."}>
          <Badge icon={TriangleAlert} tone="watch" word={point.state} plain />
        </Noted>
      ) : null}
      {errors > 0 ? (
        <Noted
          text={point.errors.map(({ name, errno, count }) => `${name} (${errno}): ${formatCount(count)}`).join("; ")}
        >
          <Badge
            icon={CircleX}
            tone="failed"
            word={`${formatCount(errors)} ${errors === 1 ? "error" : "errors"}`}
            plain
          />
        </Noted>
      ) : null}
      {broken ? (
        <Noted
          text={`Little's law: IOPS times mean latency gives ${law.meanInFlight.toFixed(2)} operations in flight, but ${law.expected} were asked for. One of the figures is wrong, or the benchmark itself was the limit.`}
        >
          <Badge icon={TriangleAlert} tone="watch" word="Little's law" plain />
        </Noted>
      ) : null}
    </span>
  );
}

function Noted({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <Tooltip text={text}>
      <button type="button" className="cursor-help">
        {children}
      </button>
    </Tooltip>
  );
}
