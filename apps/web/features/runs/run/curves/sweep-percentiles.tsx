"use client";

import { useMemo, useState } from "react";
import { PercentileChart } from "@/charts/lazy";
import { preparePercentilesByNines } from "@/charts/prepare/percentiles-by-nines";
import { Select } from "@/ui/select";
import { NoHistogram } from "../../no-histogram";
import { useHistograms } from "../../use-histograms";
import type { Run } from "../run-detail";
import { axisLooks, drawnAt, type Frame, type FrameLine } from "./frames";
import { marksOf } from "./marks";

interface SweepPercentilesProps {
  readonly run: Run;
  readonly frame: Frame;
  readonly fileName: string;
}

/** Percentiles by nines of all places of a sweep, once somebody wants to see them: each costs a histogram. */
export function SweepPercentiles({ run, frame, fileName }: SweepPercentilesProps) {
  const [isOpen, setOpen] = useState(false);
  const lines = frame.lines.filter(({ part, points }) => part !== "all" && points.some(hasHistogram));
  const [chosen, choose] = useState<string>();
  const line = lines.find(({ id }) => id === chosen) ?? lines[0];
  // Results that were read from a file may have none; their own panel shows those that there are.
  if (line === undefined || run.imported !== undefined) return null;
  return (
    <details className="mt-3" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-muted text-table hover:text-text">
        Percentiles of all {placeNames[frame.axis]}
      </summary>
      {isOpen ? (
        <div className="mt-2 grid gap-2">
          {lines.length > 1 ? (
            <Select
              aria-label={`Curve of ${frame.title}`}
              className="h-7 w-fit"
              value={line.id}
              options={lines.map(({ id, label }) => ({ value: id, label }))}
              onValueChange={choose}
            />
          ) : null}
          <LinePercentiles run={run} frame={frame} line={line} fileName={fileName} />
        </div>
      ) : null}
    </details>
  );
}

const placeNames = {
  size: "transfer sizes",
  depth: "queue depths",
  mix: "mixes",
  threads: "numbers of threads",
  rate: "offered rates",
} as const;

/** As many as one request for histograms answers. */
const curvesMax = 24;

function LinePercentiles({ run, frame, line, fileName }: SweepPercentilesProps & { readonly line: FrameLine }) {
  const places = useMemo(() => placesWithHistograms(line), [line]);
  const shown = places.slice(0, curvesMax);
  const direction = line.part === "write" ? "write" : "read";
  const histograms = useHistograms(shown.map(({ point }) => ({ runId: run.id, sequence: point.sequence })));
  const { histogramOf } = histograms;
  const series = useMemo(
    () =>
      places.slice(0, curvesMax).flatMap(({ at, point }) => {
        const histogram = histogramOf({ runId: run.id, sequence: point.sequence }, direction);
        const label = axisLooks[frame.axis].format(drawnAt(frame.axis, at));
        return histogram === undefined ? [] : [{ id: String(at), label, histogram }];
      }),
    [places, histogramOf, run.id, direction, frame.axis],
  );
  const chart = useMemo(() => preparePercentilesByNines(series), [series]);
  if (series.length === 0) return <NoHistogram histograms={histograms} className="h-[412px]" />;
  const order = new Map(shown.map(({ at }, index) => [String(at), index / Math.max(shown.length - 1, 1)]));
  return (
    <PercentileChart
      chart={chart}
      title={`Latency by percentile, ${line.label.toLowerCase()}`}
      fileName={`${fileName}-percentiles`}
      looks={{ colorOf: (id) => rampColor(order.get(id) ?? 0), dashOf: () => undefined, formOf: () => "circle" }}
      scale="logarithmic"
      height={320}
    />
  );
}

/** From the hue of reads to that of writes: neighbors on the axis look alike, its ends do not. */
function rampColor(share: number): string {
  return `color-mix(in oklab, var(--series-2) ${Math.round(100 * share)}%, var(--series-1))`;
}

function placesWithHistograms(line: FrameLine) {
  return marksOf(line, "latencyNsMean").filter(hasHistogram);
}

/** Streamed seconds have no histogram of the whole point. */
function hasHistogram({ point }: FrameLine["points"][number]): boolean {
  return point.directions.length > 0 && !point.isStreamed;
}
