import type { Plot, PlotBand, PlotLine } from "../prepare/plot";
import { axisTitle } from "../prepare/plot-axis";
import { type LineEnds, placeLineLabels } from "../prepare/plot-line-label";
import type { Scene } from "../prepare/plot-scene-types";
import { xPlace, yPlace } from "../prepare/plot-series";

interface BandsProps {
  readonly plot: Plot;
  readonly scene: Scene;
}

const bandColor = "var(--text-muted)";

/** Ranges behind the series: a measurement window, a tolerance, a warm-up. */
export function PlotBands({ plot: { bands = [] }, scene }: BandsProps) {
  return (
    <g>
      {bands.map((band) => {
        const box = boxOf(band, scene);
        if (box.width <= 0 || box.height <= 0) return null;
        return (
          <g key={`${band.axis} ${band.from} ${band.label}`}>
            <rect {...box} fill={bandColor} fillOpacity={0.1} />
            <text x={box.x + 4} y={box.y + 12} fontSize={11} fill={bandColor}>
              {band.label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function boxOf({ axis, from, to }: PlotBand, scene: Scene) {
  const { left, right, top, bottom } = scene.frame;
  const inside = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  if (axis === "x") {
    const x = inside(xPlace(scene, from), left, right);
    return { x, y: top, width: inside(xPlace(scene, to), left, right) - x, height: bottom - top };
  }
  const y = inside(yPlace(scene, to), top, bottom);
  return { x: left, y, width: right - left, height: inside(yPlace(scene, from), top, bottom) - y };
}

/** Lines that are no series: slopes, limits, rated figures. */
export function PlotLines({ plot: { lines = [], y }, scene, clipId }: BandsProps & { clipId: string }) {
  const drawn = lines.map((line) => ({ ...line, text: line.label, ends: endsOf(line, scene) }));
  const places = placeLineLabels(drawn, scene, axisTitle(y));
  return (
    <g>
      {drawn.map(({ text, ends, color = "var(--text-muted)" }, index) => {
        const place = places[index];
        return (
          <g key={`${text} ${ends.x1} ${ends.y1}`}>
            <line {...ends} clipPath={`url(#${clipId})`} stroke={color} strokeWidth={1.5} strokeDasharray="4 3" />
            {place === undefined ? null : (
              <text {...place} fontSize={11} fill={color} stroke="var(--surface)" strokeWidth={3} paintOrder="stroke">
                {text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** An end without a place lies on the frame. */
function endsOf({ from, to }: PlotLine, scene: Scene): LineEnds {
  const { left, right, top, bottom } = scene.frame;
  return {
    x1: from.x === undefined ? left : xPlace(scene, from.x),
    y1: from.y === undefined ? bottom : yPlace(scene, from.y),
    x2: to.x === undefined ? right : xPlace(scene, to.x),
    y2: to.y === undefined ? top : yPlace(scene, to.y),
  };
}
