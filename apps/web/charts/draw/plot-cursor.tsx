import type { Picked } from "../prepare/plot-reading";
import type { Scene } from "../prepare/plot-scene-types";

interface PlotCursorProps {
  readonly scene: Scene;
  readonly picked: Picked;
  /** Whether the keys moved it: then the one value is marked that is spoken. */
  readonly keys: boolean;
}

/** The crosshair, and a dot on each value that is read. */
export function PlotCursor({ scene: { frame }, picked: { readings, chosen }, keys }: PlotCursorProps) {
  return (
    <g className="plot-cursor">
      <line
        x1={chosen.x}
        x2={chosen.x}
        y1={frame.top}
        y2={frame.bottom}
        stroke="var(--border-strong)"
        strokeDasharray="3 3"
      />
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
      {keys ? (
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
