"use client";

import { useMemo } from "react";
import type { Plot, PlotSeries } from "../prepare/plot";
import { plotHeight } from "../prepare/plot-frame";
import { gapWords } from "../prepare/plot-gaps";
import { ChartFrame } from "./chart-frame";
import type { LegendEntry } from "./chart-legend";
import { PlotDrawing } from "./plot-drawing";

export interface PlotChartProps {
  readonly plot: Plot;
  readonly fileName: string;
  readonly height?: number | undefined;
  /** Charts of the same name share crosshair and zoom of the base axis. */
  readonly syncId?: string | undefined;
  /** Answers a click, or Enter, on a point that has an id. */
  readonly onChoose?: ((id: string) => void) | undefined;
  /** The id of the point that is chosen: it is ringed. */
  readonly chosen?: string | undefined;
  readonly className?: string;
}

/** Any chart over two axes, as its Plot says. */
export function PlotChart({ plot, fileName, height = plotHeight, className, ...choice }: PlotChartProps) {
  const legend = useMemo(() => legendOf(plot), [plot]);
  const gaps = useMemo(() => gapWords(plot), [plot]);
  return (
    <ChartFrame
      title={plot.title}
      note={plot.note}
      source={plot.source}
      fileName={fileName}
      table={plot.table}
      legend={legend}
      gaps={gaps}
      {...(className === undefined ? {} : { className })}
    >
      {(state) => <PlotDrawing plot={plot} height={height} legend={state} {...choice} />}
    </ChartFrame>
  );
}

/** One series is mostly named by the title; the colors of a heat map stand for counts. */
function legendOf({ series, heat, legend }: Plot): LegendEntry[] {
  if (legend === false) return [];
  if (heat) return heat.levels.map(({ id, label, color }) => ({ id, label, color, bars: true }));
  return legend === true || series.length > 1 ? series.map(entryOf) : [];
}

function entryOf({ id, label, color, form, dash, hollow, line, bars, width }: PlotSeries): LegendEntry {
  return { id, label, color, form, dash, hollow, line, bars, width };
}
