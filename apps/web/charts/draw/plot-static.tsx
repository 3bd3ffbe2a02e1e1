"use client";

import { memo } from "react";
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts";
import type { Plot } from "../prepare/plot";
import type { DrawnAxis } from "../prepare/plot-axis";
import { baseAxisPx } from "../prepare/plot-frame";
import type { Scene } from "../prepare/plot-scene-types";
import { axisColor, BaseAxisTitle, gridColor, tickStyle, ValueAxisTitle } from "./axis";
import type { LegendState } from "./legend-state";
import { PlotBands, PlotLines } from "./plot-bands";
import { PlotSeriesLayer } from "./plot-series";

interface PlotStaticProps {
  readonly plot: Plot;
  readonly scene: Scene;
  readonly legend: LegendState;
  readonly clipId: string;
}

/** Recharts draws a base axis only where it has data; the series are drawn from the scene. */
const someData = [{ x: 0 }];

/** Axes, grid, series, labels: everything that stands still while a pointer moves over it. */
export const PlotStatic = memo(function PlotStatic({ plot, scene, legend, clipId }: PlotStaticProps) {
  const { opacity, isHidden } = legend;
  const { size, frame } = scene;
  const margin = {
    top: frame.top,
    left: 0,
    right: size.width - frame.right,
    bottom: size.height - frame.bottom - baseAxisPx,
  };
  return (
    <ComposedChart width={size.width} height={size.height} data={someData} margin={margin} accessibilityLayer={false}>
      <defs>
        <clipPath id={clipId}>
          <rect x={frame.left} y={frame.top} width={frame.right - frame.left} height={frame.bottom - frame.top} />
        </clipPath>
      </defs>
      <CartesianGrid
        stroke={gridColor}
        vertical={plot.x.scale !== "category" && plot.x.scale !== "time"}
        horizontalValues={scene.y.ticks.map(({ value }) => value)}
        verticalValues={scene.x.ticks.map(({ value }) => value)}
      />
      {scene.y.minor.length > 0 ? (
        <CartesianGrid stroke={gridColor} strokeOpacity={0.5} vertical={false} horizontalValues={[...scene.y.minor]} />
      ) : null}
      <PlotBands plot={plot} scene={scene} />
      <XAxis
        type="number"
        dataKey="x"
        height={baseAxisPx}
        {...axisProps(scene.x)}
        interval={
          plot.x.scale === "nines" || plot.x.scale === "log10" ? "preserveStartEnd" : "equidistantPreserveStart"
        }
        minTickGap={6}
        label={<BaseAxisTitle text={plot.x.title} />}
      />
      <YAxis
        type="number"
        width={frame.left}
        {...axisProps(scene.y)}
        interval="preserveStartEnd"
        label={<ValueAxisTitle text={plot.y.title} />}
      />
      {scene.cells.map(({ id, color, path }) =>
        isHidden(id) ? null : (
          <path key={id} d={path} fill={color} opacity={opacity(id)} clipPath={`url(#${clipId})`} data-level={id} />
        ),
      )}
      {plot.heat
        ? null
        : scene.series.map((series) => (
            <PlotSeriesLayer
              key={series.series.id}
              drawn={series}
              opacity={opacity(series.series.id)}
              clipId={clipId}
            />
          ))}
      <PlotLines plot={plot} scene={scene} clipId={clipId} />
      <PlotLabels scene={scene} opacity={opacity} />
    </ComposedChart>
  );
});

function axisProps({ min, max, logarithmic, ticks }: DrawnAxis) {
  return {
    domain: [min, max] as [number, number],
    scale: logarithmic ? ("log" as const) : ("linear" as const),
    ticks: ticks.map(({ value }) => value),
    tickFormatter: (value: number) => ticks.find((tick) => tick.value === value)?.label ?? "",
    allowDataOverflow: true,
    tick: tickStyle,
    stroke: axisColor,
  };
}

/** Texts lie above all lines, with a rim of the surface so that a line behind does not cut them. */
const textStyle = {
  fontSize: 11,
  fill: "var(--text)",
  stroke: "var(--surface)",
  strokeWidth: 3,
  paintOrder: "stroke",
} as const;

function PlotLabels({ scene, opacity }: { scene: Scene; opacity: LegendState["opacity"] }) {
  return (
    <g>
      {scene.labels.map(({ seriesId, text, x, y }) => (
        <text key={`${seriesId} ${text} ${x}`} x={x} y={y} {...textStyle} opacity={opacity(seriesId)}>
          {text}
        </text>
      ))}
      {scene.ends.map(({ seriesId, text, x, y, from }) => (
        <g key={seriesId} opacity={opacity(seriesId)}>
          <path
            d={`M${from.x + 4},${from.y}L${x - 3},${y}`}
            stroke={scene.series.find(({ series }) => series.id === seriesId)?.series.color}
            strokeWidth={1}
            strokeOpacity={0.6}
            fill="none"
          />
          <text x={x} y={y + 4} {...textStyle}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}
