"use client";

import { formatCount, formatIops, formatThroughput } from "@crosspoint/domain";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { Segmented } from "@/ui/segmented";
import { directionColor, paletteColor } from "@/ui/series-color";
import { Stat } from "@/ui/stat";
import { type Point, pointName, type Run } from "../run-detail";
import { latencyOver, rateOver, type Whole } from "./prepare-whole";
import { WholeLoaded } from "./whole-loaded";

/** How a drive settles while it is written without a pause: throughput with latency beside it, over time or bytes written. */
export function WriteSaturationPanel({ run, points }: { run: Run; points: readonly Point[] }) {
  return points.map((point) => (
    <SaturationOf key={point.sequence} run={run} point={point} isOnly={points.length === 1} />
  ));
}

interface SaturationOfProps {
  readonly run: Run;
  readonly point: Point;
  readonly isOnly: boolean;
}

function SaturationOf({ run, point, isOnly }: SaturationOfProps) {
  const [along, setAlong] = useQueryState("along", parseAsStringLiteral(["time", "written"]).withDefault("time"));
  const [unit, setUnit] = useQueryState("unit", parseAsStringLiteral(["iops", "mbs"]).withDefault("iops"));
  return (
    <Panel
      title={isOnly ? "Write saturation" : `Write saturation: point ${point.sequence + 1}`}
      note={pointName(point)}
      actions={
        <>
          <Segmented
            label="Along"
            value={along}
            onValueChange={(next) => void setAlong(next)}
            options={[
              { value: "time", label: "Time" },
              { value: "written", label: "Bytes written" },
            ]}
          />
          <Segmented
            label="Rate"
            value={unit}
            onValueChange={(next) => void setUnit(next)}
            options={[
              { value: "iops", label: "IOPS" },
              { value: "mbs", label: "MB/s" },
            ]}
          />
        </>
      }
    >
      <WholeLoaded runId={run.id} sequence={point.sequence}>
        {(whole) => (
          <SaturationCharts whole={whole} along={along} unit={unit} fileName={`${run.serial ?? "run"}-saturation`} />
        )}
      </WholeLoaded>
    </Panel>
  );
}

interface SaturationChartsProps {
  readonly whole: Whole;
  readonly along: "time" | "written";
  readonly unit: "iops" | "mbs";
  readonly fileName: string;
}

function SaturationCharts({ whole, along, unit, fileName }: SaturationChartsProps) {
  const rate = useMemo(() => rateOver(whole, along, unit, directionColor.write), [whole, along, unit]);
  const latency = useMemo(() => latencyOver(whole, along, [paletteColor(0), paletteColor(7)]), [whole, along]);
  return (
    <div className="grid gap-5">
      <Ending whole={whole} />
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        <PlotChart plot={rate} fileName={`${fileName}-rate`} syncId={fileName} />
        <PlotChart plot={latency} fileName={`${fileName}-latency`} syncId={fileName} />
      </div>
      {whole.truncated ? <p className="text-muted text-table">Only the first 24 hours are shown.</p> : null}
    </div>
  );
}

/** The steady state as Hardware.Info (2015) reports it. */
function Ending({ whole: { ending } }: { whole: Whole }) {
  if (ending.kind === "tooLittle") {
    return (
      <p className="text-muted">
        No mean of the last 20 minutes: it takes {formatCount(ending.needs)} seconds, and there are{" "}
        {formatCount(ending.has)}.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <Stat label="Mean of the last 20 minutes">
        <Quantity of={formatIops(ending.iops)} />
      </Stat>
      <Stat label="Throughput of the last 20 minutes">
        <Quantity of={formatThroughput(ending.bytesPerSecond, "MB/s")} />
      </Stat>
    </div>
  );
}
