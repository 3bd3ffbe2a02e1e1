import type { PlotPoint, PlotSeries } from "@/charts/prepare/plot";
import type { Run } from "../run-detail";
import { formatMetric, type Metric } from "./figures";
import { drawnAt, type Frame, type FrameLine } from "./frames";

type Published = Run["published"][number];

/**
 * Figures that sources print of the loads of a drawing, hollow marks in the color of the line that measures the same. What
 * several lines measure, as no source states offsets, stands once: beside the first.
 */
export function publishedSeries(frame: Frame, metric: Metric, published: readonly Published[]): PlotSeries[] {
  const lines = frame.lines.filter((line) => line.part === "all" || !hasBoth(frame, line));
  const known = published.filter((each) => each.metrics[metric] !== undefined);
  return lines.flatMap((line) => {
    const own = known.filter((each) => lines.find((other) => placeOf(other, each) !== undefined) === line);
    return [...Map.groupBy(own, sourceName)].map(([name, rows]) => ({
      id: `published ${line.id} ${name}`,
      label: name,
      color: line.color,
      dash: line.dash,
      form: "circle" as const,
      hollow: true,
      points: rows.flatMap((each) => markOf(frame, line, metric, each)).toSorted((a, b) => a.x - b.x),
    }));
  });
}

/** Each source of the published figures of these drawings, once. */
export function sourcesOf(frames: readonly Frame[], published: readonly Published[]): Published[] {
  const drawn = published.filter((each) =>
    frames.some(({ lines }) => lines.some((line) => placeOf(line, each) !== undefined)),
  );
  return [...new Map(drawn.map((each) => [each.sourceId, each])).values()];
}

/** Sources print a mix as one figure: its rate stands beside both directions together, and nothing beside one of them. */
function hasBoth(frame: Frame, line: FrameLine): boolean {
  return frame.lines.some(({ part, points }) => part === "all" && points === line.points);
}

const shareOf = { read: 100, write: 0 } as const;

function sourceName({ drive, publisher }: Published): string {
  return publisher === undefined ? drive : `${drive} (${publisher})`;
}

function placeOf({ part, points }: FrameLine, { sequences }: Published): number | undefined {
  return points.find(
    ({ point }) => sequences.includes(point.sequence) && (part === "all" || point.spec.readPercent === shareOf[part]),
  )?.at;
}

function markOf(frame: Frame, line: FrameLine, metric: Metric, each: Published): PlotPoint[] {
  const figure = each.metrics[metric];
  const at = placeOf(line, each);
  if (figure === undefined || at === undefined) return [];
  return [
    {
      x: drawnAt(frame.axis, at),
      y: figure.value,
      bound: figure.bound,
      details: [
        `Published: ${formatMetric(metric, figure.value)}`,
        each.sourceTitle ?? each.sourceId,
        ...(each.note === undefined ? [] : [each.note]),
      ],
    },
  ];
}
