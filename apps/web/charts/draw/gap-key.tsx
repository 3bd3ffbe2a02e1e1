import { gapPath } from "../marks/mark-path";

const width = 24;
const height = 14;

/** Says below a drawing what its crosses mean: no value, and why. */
export function GapKey({ words }: { words: string }) {
  return (
    <p className="mt-1 flex items-center gap-1.5 px-1.5 text-muted text-table" data-gap-key>
      <svg width={width} height={height} aria-hidden className="shrink-0">
        <path d={gapPath(width / 2, height / 2)} fill="none" stroke="var(--text-muted)" strokeWidth={1.5} />
      </svg>
      <span className="min-w-0">{words}</span>
    </p>
  );
}
