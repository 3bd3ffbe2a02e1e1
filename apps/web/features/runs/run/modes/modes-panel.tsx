"use client";

import { formatIops, formatLatency } from "@crosspoint/domain";
import Link from "next/link";
import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { paletteColor } from "@/ui/series-color";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { PercentileValue } from "../../percentile-value";
import { noCpuWords } from "../results";
import { type Point, pointName, type Run } from "../run-detail";
import { completionModes, cpuOf, isMix, type ModeSet, modeName, timedOf } from "./completion-modes";
import { cpuByMode, latencyByMode } from "./prepare-modes";

/** One load by each way to submit and to wait for it, with what an operation costs in CPU time. */
export function ModesPanel({ run }: { run: Run }) {
  const sets = useMemo(() => completionModes(run.points), [run.points]);
  return sets.map((set) => <ModesOf key={set.key} run={run} set={set} />);
}

function ModesOf({ run, set }: { run: Run; set: ModeSet }) {
  const latency = useMemo(() => latencyByMode(set, paletteColor), [set]);
  const cpu = useMemo(() => cpuByMode(set, paletteColor), [set]);
  const [first] = set.points;
  const load = first === undefined ? "" : pointName({ spec: { ...first.spec, engine: "io_uring", precondition: [] } });
  const fileName = `${run.serial ?? "run"}-modes`;
  return (
    <Panel title="Completion modes" note={load}>
      <div className="grid gap-5">
        <div className="grid gap-6">
          <PlotChart plot={latency} fileName={`${fileName}-latency`} />
          <PlotChart plot={cpu} fileName={`${fileName}-cpu`} />
        </div>
        <ModesTable set={set} />
        <p className="text-muted text-table">
          CPU time is that of the benchmark's own threads, in user mode and in the kernel, divided by its I/Os.
          Interrupts that are handled while something else runs are not part of it, nor are the kernel's worker threads
          to which volumes and zram hand off I/Os. Where a kernel thread submits, its time is not known, and none is
          given.
          {isMix(set) ? " IOPS count both directions; latencies are those of the reads." : null}
        </p>
      </div>
    </Panel>
  );
}

function ModesTable({ set }: { set: ModeSet }) {
  return (
    <Table label="Completion modes" stacked="many">
      <TableHead>
        <HeadCell>Mode</HeadCell>
        <HeadCell number>IOPS</HeadCell>
        <HeadCell number>Mean</HeadCell>
        <HeadCell number>p99</HeadCell>
        <HeadCell number>p99.999</HeadCell>
        <HeadCell number>User CPU per I/O</HeadCell>
        <HeadCell number>Kernel CPU per I/O</HeadCell>
        <HeadCell number>CPU per I/O</HeadCell>
      </TableHead>
      <tbody>
        {set.points.map((point) => (
          <ModeRow key={point.sequence} point={point} />
        ))}
      </tbody>
    </Table>
  );
}

function ModeRow({ point }: { point: Point }) {
  const result = timedOf(point);
  const name = modeName(point.spec.engine);
  if (result === undefined) {
    return (
      <Row>
        <Cell className="font-medium">{name}</Cell>
        <Cell colSpan={7} className="text-muted">
          {point.reason ?? "No result."}
        </Cell>
      </Row>
    );
  }
  const cpu = cpuOf(point);
  const percentile = (wanted: string) => result.percentiles.find((each) => each.percentile === wanted);
  return (
    <Row>
      <Cell className="font-medium">
        <Link href={`?point=${point.sequence + 1}`} scroll={false} className="underline decoration-dotted">
          {name}
        </Link>
      </Cell>
      <Cell number label="IOPS">
        {formatIops(point.directions.reduce((sum, { iops }) => sum + iops, 0)).value}
      </Cell>
      <Cell number label="Mean">
        <Latency ns={result.latencyNsMean} why="nothing completed" />
      </Cell>
      {["99", "99.999"].map((wanted) => {
        const reading = percentile(wanted);
        return (
          <Cell number key={wanted} label={`p${wanted}`}>
            {reading === undefined ? <NotKnown why="nothing completed" /> : <PercentileValue reading={reading} />}
          </Cell>
        );
      })}
      {[cpu?.user, cpu?.kernel, cpu?.both].map((ns, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move.
        <Cell number key={index} label={["User CPU per I/O", "Kernel CPU per I/O", "CPU per I/O"][index] ?? ""}>
          <Latency ns={ns} why={noCpuWords(point)} />
        </Cell>
      ))}
    </Row>
  );
}

function Latency({ ns, why }: { ns: number | undefined; why: string }) {
  return ns === undefined ? <NotKnown why={why} /> : <Quantity of={formatLatency(ns)} />;
}
