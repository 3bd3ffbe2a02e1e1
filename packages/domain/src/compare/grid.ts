import { describeWorkload } from "../workload/describe.ts";
import { matchWorkloads } from "../workload/match.ts";
import { totalDepthOf, type Workload } from "../workload/workload.ts";
import type {
  ComparedCell,
  ComparedDirection,
  ComparedFigures,
  ComparedGrid,
  ComparedPoint,
  ComparisonMatch,
  PublishedLoad,
} from "./comparison.ts";
import {
  differingParts,
  exactKey,
  type LoadPart,
  loadAlone,
  loadAloneKey,
  type MeasuredLoad,
  partsInWords,
} from "./point-keys.ts";

/** What one series has of one load in one direction, before it is known what stands beside it. */
export type SeriesEntry = {
  readonly direction: ComparedDirection;
  /** Figures, or why there are none. */
  readonly content: { readonly figures: ComparedFigures } | { readonly missing: string };
} & (
  | { readonly kind: "measured"; readonly load: MeasuredLoad }
  | { readonly kind: "published"; readonly load: PublishedLoad }
);

type MeasuredEntry = Extract<SeriesEntry, { kind: "measured" }>;
type PublishedEntry = Extract<SeriesEntry, { kind: "published" }>;

/** A series' entries in the order of measuring, and why it has nothing at any other point. */
export interface SeriesEntries {
  readonly label: string;
  readonly entries: readonly SeriesEntry[];
  readonly elsewhere: string;
}

/** Every series' entries at the rows of a comparison. */
export interface PlacedEntries {
  readonly points: readonly ComparedPoint[];
  /** What a series has at a row; undefined where it has nothing. */
  readonly at: (point: number, series: number) => SeriesEntry | undefined;
  /** Why a series has nothing at a row. */
  readonly whyNot: (point: number, series: number) => string;
  readonly ignored: readonly string[];
}

/** Finds the rows of a comparison. A published row stands beside all measured ones that agree with what it states. */
export function placeEntries(series: readonly SeriesEntries[], match: ComparisonMatch): PlacedEntries {
  const all = series.flatMap(({ entries }) => entries);
  const measured = all.filter((entry) => entry.kind === "measured");
  const keysOf = keysOfEntries(all, measured, match);
  const loadAt = new Map(measured.map((entry) => [keysOf(entry)[0] ?? "", entry.load] as const).toReversed());
  const byKey = series.map(({ entries }) => firstByKey(entries, keysOf));
  const points = pointsOf(all, keysOf, match);
  return {
    points,
    at: (point, of) => byKey[of]?.get(points[point]?.key ?? ""),
    whyNot: (point, of) => {
      const { key = "", direction = "read" } = points[point] ?? {};
      const { entries = [], elsewhere = "" } = series[of] ?? {};
      return otherwise(loadAt.get(key), direction, entries) ?? elsewhere;
    },
    ignored: match === "exact" ? series.flatMap((each) => withoutPlace(each, keysOf)) : ignoredIn(series, keysOf),
  };
}

/** Places every series' points side by side, and gives each gap its reason. */
export function gridOf(series: readonly SeriesEntries[], match: ComparisonMatch): ComparedGrid {
  const { points, at, whyNot, ignored } = placeEntries(series, match);
  const reasons = new Map<string, number>();
  const reasonOf = (text: string) => reasons.get(text) ?? reasons.set(text, reasons.size).size - 1;
  const cells = points.flatMap((_, point) =>
    series.map((_series, of): ComparedCell => {
      const content = at(point, of)?.content;
      if (content !== undefined && "figures" in content)
        return { kind: "figure", point, series: of, ...content.figures };
      return { kind: "missing", point, series: of, reason: reasonOf(content?.missing ?? whyNot(point, of)) };
    }),
  );
  return { points, cells, reasons: [...reasons.keys()], ignored };
}

type KeysOf = (entry: SeriesEntry) => readonly string[];

function firstByKey(entries: readonly SeriesEntry[], keysOf: KeysOf): Map<string, SeriesEntry> {
  const byKey = new Map<string, SeriesEntry>();
  for (const entry of entries) {
    // A figure comes before a reason: what was skipped once may have been measured later.
    for (const key of keysOf(entry)) if (isBetter(entry, byKey.get(key))) byKey.set(key, entry);
  }
  return byKey;
}

function isBetter(entry: SeriesEntry, known: SeriesEntry | undefined): boolean {
  return known === undefined || ("missing" in known.content && "figures" in entry.content);
}

/** Keys are long to write, and asked for again and again. */
function keysOfEntries(
  all: readonly SeriesEntry[],
  measured: readonly MeasuredEntry[],
  match: ComparisonMatch,
): KeysOf {
  const keys = new Map(all.map((entry) => [entry, keysOfEntry(entry, measured, match)]));
  return (entry) => keys.get(entry) ?? [];
}

function keysOfEntry(entry: SeriesEntry, measured: readonly MeasuredEntry[], match: ComparisonMatch): string[] {
  if (entry.kind === "measured") return [measuredKey(entry, match)];
  const beside = measured.filter((other) => agrees(entry, other, match));
  if (beside.length > 0) return [...new Set(beside.map((other) => measuredKey(other, match)))];
  return [`${loadAloneKey(entry.load.workload)}~${entry.load.condition ?? "published"}~${entry.direction}`];
}

function measuredKey({ load, direction }: MeasuredEntry, match: ComparisonMatch): string {
  return `${match === "exact" ? exactKey(load) : loadAloneKey(load.workload)}~${direction}`;
}

/** From so long on, a load has brought a drive into its steady state, as a source means it that does not say how. */
const STEADY_SECONDS = 3600;

function agrees(
  { load: { workload, condition }, direction }: PublishedEntry,
  { load, direction: measured }: MeasuredEntry,
  match: ComparisonMatch,
): boolean {
  if (direction !== measured || (condition !== undefined && !isSteady(load))) return false;
  return match === "exact"
    ? matchWorkloads(workload, load.workload).kind === "same"
    : loadAloneKey(workload) === loadAloneKey(load.workload);
}

function isSteady({ workload, length }: MeasuredLoad): boolean {
  return (
    workload.steadyState === "reached" ||
    length.key.startsWith("steady:") ||
    Number(/^(\d+)s$/.exec(length.key)?.[1]) >= STEADY_SECONDS
  );
}

/** Rows in the order in which people read sweeps: pattern, mix, size, depth; then as the series have them. */
function pointsOf(all: readonly SeriesEntry[], keysOf: KeysOf, match: ComparisonMatch): ComparedPoint[] {
  const points = new Map<string, ComparedPoint>();
  // A measured load says more than a published one that stands beside it.
  for (const entry of [...all.filter(({ kind }) => kind === "measured"), ...all]) {
    for (const key of keysOf(entry)) if (!points.has(key)) points.set(key, pointOf(key, entry, all, match));
  }
  return [...points.values()].toSorted(inReadingOrder);
}

function pointOf(key: string, entry: SeriesEntry, all: readonly SeriesEntry[], match: ComparisonMatch): ComparedPoint {
  const { direction } = entry;
  const workload = match === "exact" ? entry.load.workload : loadAlone(entry.load.workload);
  const { pattern, readPercent, blockBytes } = workload;
  const mixed = direction === "both" || (readPercent > 0 && readPercent < 100);
  const words = [
    describeWorkload(workload),
    ...(entry.kind === "published" && entry.load.condition !== undefined ? [entry.load.condition] : []),
    ...(match === "exact" && entry.kind === "measured" && hasOtherLength(entry, all) ? [entry.load.length.words] : []),
  ].join(", ");
  return {
    key,
    words: mixed ? `${words}: ${directionWords[direction]}` : words,
    workload,
    pattern,
    ...(blockBytes === undefined ? {} : { blockBytes }),
    readPercent,
    depth: totalDepthOf(workload),
    threads: threadsOf(workload),
    direction,
  };
}

const directionWords = { read: "reads", write: "writes", both: "reads and writes" } as const;

function hasOtherLength({ load }: MeasuredEntry, all: readonly SeriesEntry[]): boolean {
  const alone = loadAloneKey(load.workload);
  return all.some(
    (other) =>
      other.kind === "measured" &&
      loadAloneKey(other.load.workload) === alone &&
      other.load.length.key !== load.length.key,
  );
}

function threadsOf(workload: Workload | PublishedLoad["workload"]): number {
  if (!("depth" in workload)) return workload.threads ?? 1;
  return workload.depth.kind === "total" ? workload.depth.threadsMax : workload.depth.threads;
}

const directions = ["read", "write", "both"];

function inReadingOrder(a: ComparedPoint, b: ComparedPoint): number {
  return (
    a.pattern.localeCompare(b.pattern) ||
    b.readPercent - a.readPercent ||
    (a.blockBytes ?? 0) - (b.blockBytes ?? 0) ||
    a.depth - b.depth ||
    a.threads - b.threads ||
    directions.indexOf(a.direction) - directions.indexOf(b.direction)
  );
}

/** Why a series that has the load in another way has nothing here: its figures would be those of another method. */
function otherwise(
  here: MeasuredLoad | undefined,
  direction: ComparedDirection,
  own: readonly SeriesEntry[],
): string | undefined {
  if (here === undefined) return undefined;
  const alone = loadAloneKey(here.workload);
  const like = own.find(
    (entry) =>
      entry.kind === "measured" && entry.direction === direction && loadAloneKey(entry.load.workload) === alone,
  );
  if (like?.kind !== "measured") return undefined;
  const words = partsInWords(differingParts(here, like.load), [like.load]);
  return `Measured only otherwise: ${words.join(", ")}.`;
}

/** Which parts differ between points that stand side by side, and what of a series found no place. */
function ignoredIn(series: readonly SeriesEntries[], keysOf: KeysOf): string[] {
  const measured = series.flatMap(({ entries }) => entries.filter((entry) => entry.kind === "measured"));
  const together = [...Map.groupBy(measured, (entry) => keysOf(entry)[0] ?? "").values()];
  const parts = new Map<LoadPart, MeasuredLoad[]>();
  for (const loads of together.map((entries) => entries.map(({ load }) => load))) {
    const [first] = loads;
    if (first === undefined) continue;
    for (const part of new Set(loads.flatMap((load) => differingParts(first, load)))) {
      parts.set(part, [...(parts.get(part) ?? []), ...loads]);
    }
  }
  return [
    ...[...parts].flatMap(([part, loads]) => partsInWords([part], loads)),
    ...series.flatMap((each) => withoutPlace(each, keysOf)),
  ];
}

function withoutPlace({ label, entries }: SeriesEntries, keysOf: KeysOf): string[] {
  const figures = entries.filter(({ content }) => "figures" in content);
  const groups = Map.groupBy(figures, (entry) => keysOf(entry)[0] ?? "");
  const left = [...groups.values()].reduce((sum, { length }) => sum + length - 1, 0);
  if (left === 0) return [];
  const points = left === 1 ? "1 more point" : `${left} more points`;
  return [`${points} of ${label} of the same loads: the first of each is shown`];
}
