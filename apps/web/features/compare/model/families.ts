import {
  blockSizes,
  describeWorkload,
  isStated,
  type SweptPart,
  totalDepthOf,
  type Workload,
} from "@crosspoint/domain";
import type { MatrixPoint } from "./matrix.ts";

/** Points that differ in one part of their load alone: what one curve runs over. */
export interface Family {
  readonly key: string;
  readonly title: string;
  readonly axis: SweptPart;
  /** In the order of the axis: the point's place in the comparison, and its value on the axis. */
  readonly places: readonly FamilyPlace[];
}

export interface FamilyPlace {
  readonly point: number;
  /** Depth, block size in bytes, or percent of reads. */
  readonly x: number;
}

/** How the points of a comparison are drawn: as curves where they are sweeps, else one by one. */
export interface Layout {
  /** What the curves run over; undefined where there is none. */
  readonly axis: SweptPart | undefined;
  /** What they could run over. */
  readonly axes: readonly SweptPart[];
  readonly families: readonly Family[];
  /** Points that stand in no family. */
  readonly single: readonly number[];
}

/** Fewer are bars. */
const CURVE_POINTS_MIN = 3;

const AXES = ["depth", "size", "mix"] as const satisfies readonly SweptPart[];

/** Families along the wanted axis, else along the one that takes in most points. */
export function layoutOf(points: readonly MatrixPoint[], wanted?: SweptPart): Layout {
  const byAxis = AXES.map((axis) => ({ axis, families: familiesAlong(points, axis) }));
  const possible = byAxis.filter(({ families }) => families.length > 0);
  const covered = (families: readonly Family[]) => families.reduce((sum, { places }) => sum + places.length, 0);
  const chosen =
    possible.find(({ axis }) => axis === wanted) ??
    possible.toSorted((a, b) => covered(b.families) - covered(a.families))[0];
  const families = chosen?.families ?? [];
  const inFamily = new Set(families.flatMap(({ places }) => places.map(({ point }) => point)));
  return {
    axis: chosen?.axis,
    axes: possible.map(({ axis }) => axis),
    families,
    single: points.flatMap((_, index) => (inFamily.has(index) ? [] : [index])),
  };
}

function familiesAlong(points: readonly MatrixPoint[], axis: SweptPart): Family[] {
  const places = points.flatMap((point, index) => {
    const x = valueOn(point, axis);
    return x === undefined ? [] : [{ point: index, x, of: point }];
  });
  return groupsOf(places, axis).flatMap(([key, group]) => {
    const [first] = group;
    if (first === undefined || new Set(group.map(({ x }) => x)).size < CURVE_POINTS_MIN) return [];
    const sorted = group.toSorted((a, b) => a.x - b.x).map(({ point, x }) => ({ point, x }));
    return [{ key, title: titleOf(first.of, axis), axis, places: sorted }];
  });
}

interface Place extends FamilyPlace {
  readonly of: MatrixPoint;
}

/** A published load, of which less is stated, stands with every measured sweep that agrees in what it states. */
function groupsOf(places: readonly Place[], axis: SweptPart): [string, Place[]][] {
  const measured = [
    ...Map.groupBy(
      places.filter(({ of }) => !isStated(of.workload)),
      ({ of }) => keyWithout(of, axis),
    ),
  ];
  const stated = [
    ...Map.groupBy(
      places.filter(({ of }) => isStated(of.workload)),
      ({ of }) => statedKeyWithout(of, axis),
    ),
  ];
  const agrees = (group: readonly Place[], key: string) =>
    group[0] !== undefined && canBePublished(group[0].of) && statedKeyWithout(group[0].of, axis) === key;
  return [
    ...measured.map(([key, group]): [string, Place[]] => [
      key,
      [...group, ...stated.flatMap(([statedKey, more]) => (agrees(group, statedKey) ? more : []))],
    ]),
    ...stated.filter(([key]) => !measured.some(([, group]) => agrees(group, key))),
  ];
}

/** A source states one load by itself, measured for its own sake. */
function canBePublished({ workload }: MatrixPoint): boolean {
  return isStated(workload) || (!workload.preconditions && workload.beside.length === 0);
}

function valueOn({ workload }: MatrixPoint, axis: SweptPart): number | undefined {
  if (axis === "depth") return totalDepthOf(workload);
  if (axis === "mix") return workload.readPercent;
  const sizes = blockSizes(workload);
  return sizes.length === 1 ? sizes[0]?.bytes : undefined;
}

/** All that defines the load but its value on the axis. */
function keyWithout(point: MatrixPoint, axis: SweptPart): string {
  const { depth, readPercent, blockBytes, ...rest } = point.workload as Workload;
  // What is compared exactly is also measured for as long: its key ends with that.
  const [, ...measuredFor] = point.key.split("~");
  return JSON.stringify([statedKeyWithout(point, axis), rest, measuredFor]);
}

/** As much of it as a source states. */
function statedKeyWithout({ workload, direction }: MatrixPoint, axis: SweptPart): string {
  const { pattern, readPercent, blockBytes } = workload;
  return JSON.stringify([
    pattern,
    axis === "mix" ? null : readPercent,
    axis === "size" ? null : blockBytes,
    threadsOf(workload),
    axis === "depth" ? null : totalDepthOf(workload),
    direction,
  ]);
}

/** What stays of a depth when its number varies. */
function threadsOf(workload: MatrixPoint["workload"]): string {
  if (isStated(workload)) return `${workload.threads ?? 1}`;
  const { depth } = workload;
  return depth.kind === "total" ? `up to ${depth.threadsMax}` : `${depth.threads}`;
}

function titleOf({ workload, direction, words }: MatrixPoint, axis: SweptPart): string {
  const described = describeWorkload(workload);
  const apart = words.startsWith(described) ? words.slice(described.length) : "";
  const title = `${describeWorkload(workload, axis)}${apart}`;
  const named = axis === "mix" && direction !== "both" && !apart.includes(direction);
  return named ? `${title}: ${direction}s` : title;
}
