import { sparklinePath } from "./sparkline-path";

const size = { width: 72, height: 18 };

/** How a figure went, in a line as small as a word; the words beside it say it too. */
export function Sparkline({ values }: { values: readonly (number | undefined)[] }) {
  const path = sparklinePath(values, size);
  if (path === undefined) return null;
  return (
    <svg aria-hidden viewBox={`0 0 ${size.width} ${size.height}`} {...size} className="shrink-0">
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  );
}
