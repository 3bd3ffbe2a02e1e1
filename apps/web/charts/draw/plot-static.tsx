"use client";

import { memo } from "react";
import type { Plot } from "../prepare/plot";
import type { Scene } from "../prepare/plot-scene-types";
import type { LegendState } from "./legend-state";
import { PlotAxes, PlotGrid } from "./plot-axes";
import { PlotBands, PlotLines } from "./plot-bands";
import { PlotSeriesLayer } from "./plot-series";

interface PlotStaticProps {
  readonly plot: Plot;
  readonly scene: Scene;
  readonly legend: LegendState;
  readonly clipId: string;
}

/** Axes, grid, series, labels: everything that stands still while a pointer moves over it. */
export const PlotStatic = memo(function PlotStatic({ plot, scene, legend, clipId }: PlotStaticProps) {
  const { opacity, isHidden } = legend;
  const { size, frame } = scene;
  const inside = `url(#${clipId})`;
  return (
    <svg {...size} viewBox={`0 0 ${size.width} ${size.height}`} className="block" data-drawing role="presentation">
      <PlotGrid plot={plot} scene={scene} />
      <clipPath id={clipId}>
        {/* A line at an end of the axis is as wide as any other. */}
        <rect x={frame.left} y={frame.top - 1} width={frame.right - frame.left} height={frame.bottom - frame.top + 2} />
      </clipPath>
      <PlotBands plot={plot} scene={scene} />
      {scene.cells.map(({ id, color, path }) =>
        isHidden(id) ? null : (
          <path key={id} d={path} fill={color} opacity={opacity(id)} clipPath={inside} data-level={id} />
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
      <PlotAxes plot={plot} scene={scene} />
    </svg>
  );
});

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
