import { memo } from "react";
import type { SceneSeries } from "../prepare/plot-scene-types";

interface PlotSeriesLayerProps {
  readonly drawn: SceneSeries;
  readonly opacity: number;
  readonly clipId: string;
}

/** More marks than this overlap: their outlines would hide one another. */
const crowdedFrom = 100;

/** What is based on few samples is drawn this faint. */
const thinOpacity = 0.4;

/** One series as a handful of paths. Only its strength changes while the legend is pointed at. */
export const PlotSeriesLayer = memo(function PlotSeriesLayer({ drawn, opacity, clipId }: PlotSeriesLayerProps) {
  const { series, line, thinLine, area, band, whiskers, bounds, bars, thinBars, warnings, gaps } = drawn;
  const { color, dash, width = 2, hollow } = series;
  const stroke = { fill: "none", stroke: color, strokeWidth: width, strokeLinejoin: "round" as const };
  const barFill = { fill: color, fillOpacity: hollow ? 0.08 : 0.85, stroke: color, strokeWidth: 1 };
  return (
    <g opacity={opacity} data-series={series.id}>
      <g clipPath={`url(#${clipId})`}>
        {area ? <path d={area} fill={color} fillOpacity={0.16} /> : null}
        {band ? <path d={band} fill={color} fillOpacity={0.16} /> : null}
        {bars ? <path d={bars} {...barFill} /> : null}
        {thinBars ? <path d={thinBars} {...barFill} opacity={thinOpacity} /> : null}
        {line ? <path d={line} {...stroke} strokeDasharray={dash} data-part="line" /> : null}
        {thinLine ? <path d={thinLine} {...stroke} strokeDasharray={dash} strokeOpacity={thinOpacity} /> : null}
      </g>
      {whiskers ? <path d={whiskers} {...stroke} strokeWidth={1.5} /> : null}
      {bounds ? <path d={bounds} {...stroke} strokeWidth={1.75} /> : null}
      {gaps ? <path d={gaps} {...stroke} strokeWidth={1.5} /> : null}
      <Marks drawn={drawn} />
      {warnings ? <path d={warnings} fill="var(--watch)" stroke="var(--surface)" strokeWidth={1} /> : null}
    </g>
  );
});

function Marks({ drawn: { series, marks, thinMarks } }: { drawn: SceneSeries }) {
  const { color, hollow, points } = series;
  const look = hollow
    ? { fill: "var(--surface)", stroke: color, strokeWidth: 1.75 }
    : points.length > crowdedFrom
      ? { fill: color, fillOpacity: 0.55 }
      : { fill: color, stroke: "var(--surface)", strokeWidth: 1 };
  return (
    <>
      {marks ? <path d={marks} {...look} /> : null}
      {thinMarks ? <path d={thinMarks} {...look} opacity={thinOpacity} /> : null}
    </>
  );
}
