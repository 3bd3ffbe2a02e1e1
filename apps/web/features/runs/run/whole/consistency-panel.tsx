"use client";

import { formatIops, formatPercent } from "@crosspoint/domain";
import { useMemo } from "react";
import { PlotChart } from "@/charts/lazy";
import { Panel } from "@/ui/panel";
import { Quantity } from "@/ui/quantity";
import { directionColor } from "@/ui/series-color";
import { Stat } from "@/ui/stat";
import { MethodLine } from "../method-line";
import { type Point, pointName, type Run } from "../run-detail";
import { consistencyBasis, lastWords, tooLittleWords } from "./consistency-words";
import { scatterOfLast, scatterOfSeconds } from "./prepare-scatter";
import type { Whole } from "./prepare-whole";
import { WholeLoaded } from "./whole-loaded";

/** How even the seconds of long points are: all of them, and the last 200. */
export function ConsistencyPanel({ run, points }: { run: Run; points: readonly Point[] }) {
  return points.map((point) => (
    <Panel
      key={point.sequence}
      title={points.length === 1 ? "Consistency" : `Consistency: point ${point.sequence + 1}`}
      note={pointName(point)}
    >
      <WholeLoaded runId={run.id} sequence={point.sequence}>
        {(whole) => <Evenness whole={whole} point={point} fileName={`${run.serial ?? "run"}-consistency`} />}
      </WholeLoaded>
    </Panel>
  ));
}

interface EvennessProps {
  readonly whole: Whole;
  readonly point: Point;
  readonly fileName: string;
}

function Evenness({ whole, point, fileName }: EvennessProps) {
  const color = point.spec.readPercent === 100 ? directionColor.read : directionColor.write;
  const all = useMemo(() => scatterOfSeconds(whole, color), [whole, color]);
  const last = useMemo(() => scatterOfLast(whole, color), [whole, color]);
  const { consistency } = whole;
  if (consistency.kind === "tooLittle") return <p className="text-muted">{tooLittleWords(consistency)}</p>;
  return (
    <div className="grid gap-5">
      <Figures consistency={consistency} />
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        <PlotChart plot={all} fileName={`${fileName}-seconds`} />
        <PlotChart plot={last} fileName={`${fileName}-last`} />
      </div>
      <MethodLine method={consistency.method} basis={consistencyBasis(consistency)} />
    </div>
  );
}

type Even = Extract<Whole["consistency"], { kind: "consistency" }>;

function Figures({ consistency }: { consistency: Even }) {
  const { mean, deviation, relative, last } = consistency;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <Stat label="Mean of the seconds">
        <Quantity of={formatIops(mean)} />
      </Stat>
      <Stat label="Standard deviation">
        <Quantity of={formatIops(deviation)} />
      </Stat>
      {relative.kind === "tooLittle" ? null : (
        <>
          <Stat label="Coefficient of variation">
            <Percent share={relative.coefficientOfVariation} />
          </Stat>
          <Stat label="Seconds below half the mean">
            <Percent share={relative.shareBelowHalfMean} />
          </Stat>
        </>
      )}
      <Stat label={`Standard deviation of ${lastWords(consistency, "200 s")}`}>
        {last.kind === "tooLittle" ? (
          <span className="font-normal text-muted text-sm">{tooLittleWords(last)}</span>
        ) : (
          <Quantity of={formatIops(last.deviation)} />
        )}
      </Stat>
    </div>
  );
}

function Percent({ share }: { share: number }) {
  return <Quantity of={formatPercent(Number((100 * share).toPrecision(3)))} />;
}
