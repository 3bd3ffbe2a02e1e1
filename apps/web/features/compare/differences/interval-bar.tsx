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
const middle = height / 2;
/** The line round the dot is half inside of it. */
const radius = 2;
const colors = { faster: "var(--good)", slower: "var(--failed)", noise: "var(--text-muted)" } as const;

/**
 * The interval of a difference, with a line at no difference; its figures stand beside it as text. Hundreds stand in one
 * table: each is two paths.
 */
export function IntervalBar({ low, high, at, reach, verdict }: IntervalBarProps) {
  const x = (percent: number) => Math.round(5 * width * (1 + Math.max(-1, Math.min(1, percent / reach)))) / 10;
  const color = colors[verdict];
  const interval = `M${x(low)},${middle}H${Math.max(x(high), x(low) + 1)}`;
  const dot = `M${x(at) - radius},${middle}a${radius},${radius} 0 1 0 ${2 * radius},0a${radius},${radius} 0 1 0 ${-2 * radius},0`;
  return (
    <svg width={width} height={height} aria-hidden className="mr-2 inline-block">
      <path d={`M${width / 2},0v${height}`} stroke="var(--border)" />
      <path d={interval + dot} stroke={color} strokeWidth={2} fill={color} />
    </svg>
  );
}
