import {
  type ComparedDirection,
  type ComparedGrid,
  type ComparedPoint,
  describeWorkload,
  isStated,
  type Saturation,
  saturationOf,
} from "@crosspoint/domain";

/** Where a sweep of depths of one series stops paying. */
export interface SeriesSaturation {
  /** Place among the series. */
  readonly series: number;
  /** The load without its depth, in words. */
  readonly sweep: string;
  readonly direction: ComparedDirection;
  readonly saturation: Extract<Saturation, { kind: "found" }>;
  /** The row of the lowest depth that reaches the share of the peak: its other figures are those at that depth. */
  readonly point: number;
}

/** Every sweep over at least two depths, of every series, by its IOPS. */
export function saturationsOf({ points, cells }: ComparedGrid): SeriesSaturation[] {
  // What a source prints of a few depths is no sweep.
  const figures = cells.filter((cell) => cell.kind === "figure").filter(({ printed }) => printed === undefined);
  const sweeps = Map.groupBy(figures, ({ series, point }) => `${series} ${sweepKey(points[point])}`);
  return [...sweeps.values()].flatMap((sweep) => {
    const depths = sweep.flatMap(({ point, metrics }) => {
      const depth = points[point]?.depth;
      return depth === undefined || metrics.iops === undefined ? [] : [{ depth, rate: metrics.iops, point }];
    });
    const saturation = saturationOf(depths);
    const [first] = sweep;
    const at = saturation.kind === "found" ? depths.find(({ depth }) => depth === saturation.depth) : undefined;
    const row = at && points[at.point];
    if (first === undefined || row === undefined || saturation.kind !== "found") return [];
    return [
      { series: first.series, sweep: sweepWords(row), direction: row.direction, saturation, point: at?.point ?? 0 },
    ];
  });
}

/** Everything of a row but its depth. */
function sweepKey(point: ComparedPoint | undefined): string {
  if (point === undefined) return "";
  if (isStated(point.workload)) return JSON.stringify([{ ...point.workload, queueDepth: 0 }, point.direction]);
  const { depth, ...rest } = point.workload;
  const threads = depth.kind === "total" ? `total ${depth.threadsMax}` : depth.threads;
  return JSON.stringify([rest, threads, point.key.slice(point.key.indexOf("~"))]);
}

function sweepWords({ workload }: ComparedPoint): string {
  return describeWorkload(workload).replace(/, QD\d+/, "");
}
