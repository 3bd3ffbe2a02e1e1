import type { Plot } from "../prepare/plot";
import { axisTitle } from "../prepare/plot-axis";
import type { Scene } from "../prepare/plot-scene-types";
import { xPlace, yPlace } from "../prepare/plot-series";
import { baseTicks, valueTicks } from "../prepare/plot-ticks";
import { axisColor, BaseAxisTitle, gridColor, tickStyle, ValueAxisTitle } from "./axis";

interface PlotAxesProps {
  readonly plot: Plot;
  readonly scene: Scene;
}

/** Lines behind everything, one path for each strength. */
export function PlotGrid({ plot, scene }: PlotAxesProps) {
  const { frame, x, y } = scene;
  const level = (value: number) => `M${frame.left},${yPlace(scene, value)}H${frame.right}`;
  const upright = (value: number) => `M${xPlace(scene, value)},${frame.top}V${frame.bottom}`;
  const hasUpright = plot.x.scale !== "category" && plot.x.scale !== "time";
  const lines = [
    ...y.ticks.map(({ value }) => level(value)),
    ...(hasUpright ? x.ticks.map(({ value }) => upright(value)) : []),
  ];
  return (
    <g fill="none" stroke={gridColor} data-grid>
      <path d={lines.join("")} />
      {y.minor.length > 0 ? <path d={y.minor.map(level).join("")} strokeOpacity={0.5} /> : null}
      {/* It gives the grid its size, also where it has no line. */}
      <rect
        x={frame.left}
        y={frame.top}
        width={frame.right - frame.left}
        height={frame.bottom - frame.top}
        stroke="none"
      />
    </g>
  );
}

const tickPx = 6;
const labelGapPx = 2;
const linePx = 13;

/** Both axes with their ticks, labels and titles. */
export function PlotAxes({ plot, scene }: PlotAxesProps) {
  const { frame } = scene;
  const box = { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top };
  const base = baseTicks(scene, plot.x.scale);
  const values = valueTicks(scene);
  const ticks = [
    ...base.map(({ at }) => `M${at},${frame.bottom}v${tickPx}`),
    ...values.map(({ at }) => `M${frame.left},${at}h${-tickPx}`),
  ];
  const beside = tickPx + labelGapPx;
  return (
    <g>
      <path
        d={`M${frame.left},${frame.top}V${frame.bottom}H${frame.right}${ticks.join("")}`}
        fill="none"
        stroke={axisColor}
      />
      <ZeroBreak scene={scene} />
      {base.map(({ value, label, at, isLower }) => (
        <text
          key={value}
          x={at}
          y={frame.bottom + beside + (isLower ? linePx : 0)}
          dy="0.71em"
          textAnchor="middle"
          {...tickStyle}
        >
          {label}
        </text>
      ))}
      {values.map(({ value, label, at }) => (
        <text key={value} x={frame.left - beside} y={at} dy="0.355em" textAnchor="end" {...tickStyle}>
          {label}
        </text>
      ))}
      <BaseAxisTitle text={axisTitle(plot.x)} viewBox={{ ...box, y: frame.bottom, height: baseTitlePx }} />
      <ValueAxisTitle text={axisTitle(plot.y)} viewBox={box} />
    </g>
  );
}

/** Where a logarithmic axis leaves its decades for zero, its line is broken. */
function ZeroBreak({ scene }: { scene: Scene }) {
  const { frame, y } = scene;
  if (y.zeroAt === undefined) return null;
  const at = (yPlace(scene, y.zeroAt) + yPlace(scene, 10 * y.zeroAt)) / 2;
  if (at < frame.top || at > frame.bottom) return null;
  return (
    <g fill="none" data-part="zero-break">
      <path d={`M${frame.left},${at - 2.5}v5`} stroke="var(--surface)" strokeWidth={3} />
      <path d={`M${frame.left - 4},${at}l8,-5m-8,10l8,-5`} stroke={axisColor} />
    </g>
  );
}

/** From the base axis down to where its title begins. */
const baseTitlePx = 30;
