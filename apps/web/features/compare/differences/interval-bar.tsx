interface IntervalBarProps {
  readonly low: number;
  readonly high: number;
  readonly at: number;
  /** Percent at either end of the drawing. */
  readonly reach: number;
  readonly verdict: "faster" | "slower" | "noise";
}

const width = 72;
const height = 10;
const colors = { faster: "var(--good)", slower: "var(--failed)", noise: "var(--text-muted)" } as const;

/** The interval of a difference, with a line at no difference; its figures stand beside it as text. */
export function IntervalBar({ low, high, at, reach, verdict }: IntervalBarProps) {
  const x = (percent: number) => (width / 2) * (1 + Math.max(-1, Math.min(1, percent / reach)));
  const color = colors[verdict];
  return (
    <svg width={width} height={height} aria-hidden className="shrink-0">
      <line x1={width / 2} x2={width / 2} y1={0} y2={height} stroke="var(--border)" />
      <line
        x1={x(low)}
        x2={Math.max(x(high), x(low) + 1)}
        y1={height / 2}
        y2={height / 2}
        stroke={color}
        strokeWidth={2}
      />
      <circle cx={x(at)} cy={height / 2} r={3} fill={color} />
    </svg>
  );
}
