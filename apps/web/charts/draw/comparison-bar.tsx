import { boundSign } from "@crosspoint/domain";
import type { ComparisonBar } from "../prepare/comparison-bars";
import type { Measure } from "../prepare/measure";

interface BarShapeProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly measure: Measure;
  readonly bar: ComparisonBar;
}

/** A bar with its figure at its end; hollow where it is published, with an arrow where it is a bound. */
export function BarShape({ x, y, width, height, measure, bar }: BarShapeProps) {
  const end = x + width;
  const middle = y + height / 2;
  const { color } = bar;
  const published = bar.kind === "published";
  const arrow = bar.end === "reachesHigher" ? 12 : bar.end === "staysLower" ? -12 : 0;
  return (
    <g opacity={bar.thin ? 0.55 : 1}>
      <rect
        x={x + 0.75}
        y={y + 0.75}
        width={Math.max(width - 1.5, 1)}
        height={Math.max(height - 1.5, 1)}
        fill={color}
        fillOpacity={published ? 0.06 : 0.9}
        stroke={color}
        strokeWidth={1.5}
      />
      {arrow === 0 ? null : (
        <path
          d={`M${end},${middle}h${arrow}m${-arrow / 2.4},-4l${arrow / 2.4},4l${-arrow / 2.4},4`}
          fill="none"
          stroke={published ? color : "var(--surface)"}
          strokeWidth={1.75}
        />
      )}
      <text x={end + 6 + Math.max(arrow, 0)} y={middle + 4} fontSize={12} fill="var(--text)">
        {boundSign(bar.bound)}
        {measure.quantity(bar.value).value}
        {measure.unit === "×" ? "×" : ""}
      </text>
    </g>
  );
}
