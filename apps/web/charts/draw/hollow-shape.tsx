export const markForms = ["square", "circle", "diamond", "triangle"] as const;
/** Forms of a published figure's mark: one for each workload of a chart. */
export type MarkForm = (typeof markForms)[number];

/** A hollow mark around a place. */
export function HollowShape({ form, x, y, color }: { form: MarkForm; x: number; y: number; color: string }) {
  const look = { fill: "var(--surface)", stroke: color, strokeWidth: 1.75 };
  switch (form) {
    case "square":
      return <rect x={x - 4.5} y={y - 4.5} width={9} height={9} {...look} />;
    case "circle":
      return <circle cx={x} cy={y} r={5} {...look} />;
    case "diamond":
      return <path d={`M${x},${y - 6}l6,6l-6,6l-6,-6z`} {...look} />;
    case "triangle":
      return <path d={`M${x},${y - 6}l6,10.5h-12z`} {...look} />;
  }
}
