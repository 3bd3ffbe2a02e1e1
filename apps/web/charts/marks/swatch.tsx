import type { MarkForm } from "./mark-form";
import { markPath } from "./mark-path";

export interface SwatchLook {
  readonly color: string;
  readonly form?: MarkForm | undefined;
  readonly dash?: string | undefined;
  readonly hollow?: boolean | undefined;
  readonly line?: boolean | undefined;
  readonly bars?: boolean | undefined;
  /** Of the line. */
  readonly width?: number | undefined;
}

const width = 24;
const height = 14;

/** A series as its chart draws it, small: for legends, tooltips and tables. */
export function Swatch({ color, form, dash, hollow, line, bars, width: lineWidth = 2 }: SwatchLook) {
  const marked = form !== undefined || hollow || !line;
  return (
    <svg width={width} height={height} aria-hidden className="shrink-0">
      {line ? (
        <line x1="1" x2={width - 1} y1="7" y2="7" stroke={color} strokeWidth={lineWidth} strokeDasharray={dash} />
      ) : null}
      {bars ? (
        <rect x="6" y="2" width="11" height="10" fill={color} fillOpacity={hollow ? 0.08 : 0.85} stroke={color} />
      ) : marked ? (
        <path
          d={markPath(form ?? "circle", width / 2, height / 2)}
          fill={hollow ? "var(--surface)" : color}
          stroke={hollow ? color : "var(--surface)"}
          strokeWidth={hollow ? 1.75 : 1}
        />
      ) : null}
    </svg>
  );
}
