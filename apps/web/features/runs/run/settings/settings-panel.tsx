"use client";

import { formatIops, formatThroughput, type Percentile } from "@crosspoint/domain";
import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Segmented } from "@/ui/segmented";
import { sentenceCase } from "@/ui/sentence-case";
import { paletteColor } from "@/ui/series-color";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { PercentileValue } from "../../percentile-value";
import { resultsOf } from "../results";
import type { Point, Run } from "../run-detail";
import { settingName, tailPlot, throughputPlot, valueWords } from "./prepare-settings";
import { hasWatts, type SettingLoad, type SettingSweep, settingSweeps } from "./setting-sweeps";

const tails = ["99", "99.9", "99.999"] as const satisfies readonly Percentile[];

/** Each load at every value of a setting: throughput and tail latency against the watts that the value allows. */
export function SettingsPanel({ run }: { run: Run }) {
  const sweeps = useMemo(() => settingSweeps(run), [run]);
  return sweeps.map((sweep) => <SettingPanel key={sweep.stepPath.join()} run={run} sweep={sweep} />);
}

function SettingPanel({ run, sweep }: { run: Run; sweep: SettingSweep }) {
  const [tail, setTail] = useQueryState("tail", parseAsStringLiteral(tails).withDefault("99.9"));
  const throughput = useMemo(() => throughputPlot(sweep, paletteColor), [sweep]);
  const latency = useMemo(() => tailPlot(sweep, tail, paletteColor), [sweep, tail]);
  const fileName = `${run.serial ?? "run"}-${sweep.setting}`;
  return (
    <Panel
      title={`By ${settingName(sweep.setting)}`}
      note={
        hasWatts(sweep.values)
          ? "watts: the most that the drive says it draws at each value; nothing measured them"
          : undefined
      }
      actions={
        <Segmented
          label="Tail latency"
          value={tail}
          onValueChange={(next) => void setTail(next)}
          options={tails.map((value) => ({ value, label: `p${value}` }))}
        />
      }
    >
      <div className="grid gap-5">
        <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
          <PlotChart plot={throughput} fileName={`${fileName}-throughput`} />
          <PlotChart plot={latency} fileName={`${fileName}-latency`} />
        </div>
        <SettingTable sweep={sweep} tail={tail} />
      </div>
    </Panel>
  );
}

type Tail = (typeof tails)[number];

function SettingTable({ sweep: { setting, values, loads }, tail }: { sweep: SettingSweep; tail: Tail }) {
  return (
    <Table label={`Loads by ${settingName(setting)}`} stacked>
      <TableHead>
        <HeadCell>Load</HeadCell>
        <HeadCell>{sentenceCase(settingName(setting))}</HeadCell>
        <HeadCell number>IOPS</HeadCell>
        <HeadCell number>MB/s</HeadCell>
        <HeadCell number>p{tail}</HeadCell>
      </TableHead>
      <tbody>
        {loads.flatMap((load) =>
          values.map((value, index) => (
            <SettingRow
              key={`${load.name} ${value.value}`}
              load={load}
              name={index === 0 ? load.name : ""}
              value={valueWords(setting, value)}
              point={load.points[index]}
              tail={tail}
            />
          )),
        )}
      </tbody>
    </Table>
  );
}

interface SettingRowProps {
  readonly load: SettingLoad;
  readonly name: string;
  readonly value: string;
  readonly point: Point | undefined;
  readonly tail: Tail;
}

function SettingRow({ load, name, value, point, tail }: SettingRowProps) {
  if (point === undefined) {
    return (
      <Row>
        <Cell className="max-sm:font-medium">{name}</Cell>
        <Cell>{value}</Cell>
        <Cell number colSpan={3}>
          <NotKnown why={`no result of ${load.name} at this value`} />
        </Cell>
      </Row>
    );
  }
  const results = resultsOf([point]);
  const reading = (results.find(({ direction }) => direction === "read") ?? results[0])?.percentiles.find(
    ({ percentile }) => percentile === tail,
  );
  return (
    <Row>
      <Cell className="max-sm:font-medium">{name}</Cell>
      <Cell>
        <Link href={`?point=${point.sequence + 1}`} scroll={false} className="underline decoration-dotted">
          {value}
        </Link>
      </Cell>
      <Cell number label="IOPS">
        {formatIops(results.reduce((sum, { iops }) => sum + iops, 0)).value}
      </Cell>
      <Cell number label="MB/s">
        {
          formatThroughput(
            results.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0),
            "MB/s",
          ).value
        }
      </Cell>
      <Cell number label={`p${tail}`}>
        {reading === undefined ? <NotKnown why="nothing completed" /> : <PercentileValue reading={reading} />}
      </Cell>
    </Row>
  );
}
