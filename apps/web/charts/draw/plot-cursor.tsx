import type { PlotHeat } from "../prepare/plot";
import { cellBox } from "../prepare/plot-cells";
import type { Frame } from "../prepare/plot-frame";
import { nearest, type Picked, pickColumn } from "../prepare/plot-reading";
import type { Scene } from "../prepare/plot-scene-types";
import type { SelectedBox } from "../prepare/plot-selection";
import { xPlace } from "../prepare/plot-series";

interface PlotCursorProps {
  readonly scene: Scene;
  readonly heat: PlotHeat | undefined;
  readonly picked: Picked;
  /** Whether the keys moved it: then the one value is marked that is spoken. */
  readonly byKeys: boolean;
}

/** The crosshair, and a dot on each value that is read. */
export function PlotCursor({ scene, heat, picked: { readings, chosen }, byKeys }: PlotCursorProps) {
  const { frame } = scene;
  if (heat) return <CellCursor box={cellBox(heat, chosen.point, scene)} byKeys={byKeys} />;
  return (
    <g data-crosshair>
      <Crosshair x={chosen.x} frame={frame} />
      {readings.map(({ series, point, x, y }) =>
        y === undefined ? null : (
          <circle
            key={`${series.id} ${point.x} ${point.y}`}
            cx={x}
            cy={y}
            r={3.5}
            fill={series.hollow ? "var(--surface)" : series.color}
            stroke={series.hollow ? series.color : "var(--surface)"}
            strokeWidth={1.5}
          />
        ),
      )}
      {byKeys ? (
        <circle
          cx={chosen.x}
          cy={chosen.y ?? frame.bottom}
          r={9}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2.5}
          data-cursor="keys"
        />
      ) : null}
    </g>
  );
}

function Crosshair({ x, frame: { top, bottom } }: { x: number; frame: Frame }) {
  return <line x1={x} x2={x} y1={top} y2={bottom} stroke="var(--border-strong)" strokeDasharray="3 3" />;
}

function CellCursor({ box, byKeys }: { box: SelectedBox; byKeys: boolean }) {
  return (
    <rect
      x={box.left - 1}
      y={box.top - 1}
      width={box.right - box.left + 2}
      height={box.bottom - box.top + 2}
      fill="none"
      stroke={byKeys ? "var(--accent)" : "var(--text)"}
      strokeWidth={byKeys ? 2.5 : 1.5}
      data-cursor={byKeys ? "keys" : undefined}
    />
  );
}

const samePx = 3;

/** The crosshair at the place that a chart beside this one is pointed at. */
export function PlotFollower({ scene, heat, x }: Pick<PlotCursorProps, "scene" | "heat"> & { x: number }) {
  const at = xPlace(scene, x);
  if (at < scene.frame.left || at > scene.frame.right) return null;
  if (heat) return <Crosshair x={at} frame={scene.frame} />;
  const column = nearest(scene.columns, at);
  const picked = column !== undefined && Math.abs(column - at) <= samePx ? pickColumn(scene, column) : undefined;
  return picked ? <PlotCursor scene={scene} heat={heat} picked={picked} byKeys={false} /> : null;
}

/** Rings around the points with this id. */
export function PlotRings({ scene, id }: { scene: Scene; id: string | undefined }) {
  if (id === undefined) return null;
  return scene.series.flatMap(({ series, points }) =>
    points.map(({ point, x, y }) =>
      point.id === id && y !== undefined ? (
        <circle
          key={`${series.id} ${point.x} ${point.y}`}
          cx={x}
          cy={y}
          r={8}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.75}
          data-chosen
        />
      ) : null,
    ),
  );
}

/** What a drag has selected so far. */
export function PlotSelection({ box: { left, right, top, bottom } }: { box: SelectedBox }) {
  return (
    <rect
      x={left}
      y={top}
      width={right - left}
      height={bottom - top}
      fill="var(--accent)"
      fillOpacity={0.14}
      stroke="var(--accent)"
    />
  );
}
