import { formatBlockSize, formatIops, workloadOf, workloadWords } from "@crosspoint/domain";
import { directionDash } from "@/charts/marks/dash";
import { sentenceCase } from "@/ui/sentence-case";
import type { Sweep, SweepAxis, SweptPoint } from "./sweeps";

/** Sweeps that stand in one drawing: of one access order, and of one size where sizes are not what varies. */
export interface Frame {
  readonly key: string;
  /** "4 KiB random". */
  readonly title: string;
  /** What all its lines have in common besides: "QD1, 16 threads". */
  readonly note: string;
  readonly axis: SweepAxis;
  readonly lines: readonly FrameLine[];
}

/** What of a point a line shows: both directions together, or one of them. */
export type Part = "all" | "read" | "write";

export interface FrameLine {
  readonly id: string;
  /** "Reads, aligned to 512 B". */
  readonly label: string;
  readonly part: Part;
  readonly color: string;
  readonly dash: string | undefined;
  readonly points: readonly SweptPoint[];
}

/** More lines than this are told apart badly: the mixes of a drawing then get one each. */
const linesMax = 6;

/** The drawings of a run's sweeps over one axis, in the order of its plan. */
export function framesOf(sweeps: readonly Sweep[]): Frame[] {
  return [...Map.groupBy(sweeps, frameTitle)].flatMap(([title, own]) => {
    const frame = frameOf(title, own);
    if (frame.lines.length <= linesMax) return [frame];
    return [...Map.groupBy(own, mixedTitle)].map(([mixed, mine]) => frameOf(mixed, mine));
  });
}

function frameTitle(sweep: Sweep): string {
  const { blocks, pattern } = wordsOf(sweep);
  return sentenceCase(sweep.axis === "size" ? pattern : `${blocks} ${pattern}`);
}

function mixedTitle(sweep: Sweep): string {
  return sweep.axis === "mix" ? frameTitle(sweep) : `${frameTitle(sweep)} ${wordsOf(sweep).mix}`;
}

function frameOf(title: string, sweeps: readonly Sweep[]): Frame {
  const [first] = sweeps;
  if (first === undefined) throw new RangeError("A drawing has a sweep.");
  const words = sweeps.map(variantWords);
  const common = (words[0] ?? []).filter((word) => words.every((each) => each.includes(word)));
  const variants = [...new Set(words.map((own) => variantOf(own, common)))];
  const lines = sweeps.flatMap((sweep, index) => {
    const variant = variantOf(words[index] ?? [], common);
    return partsOf(sweep).map((part) => lineOf(sweep, part, variant, variants.indexOf(variant)));
  });
  const note = common.filter((word) => word !== oneThread && !title.includes(word)).join(", ");
  return { key: `${first.axis} ${title}`, title, note, axis: first.axis, lines };
}

function variantOf(words: readonly string[], common: readonly string[]): string {
  return words.filter((word) => !common.includes(word)).join(", ");
}

/** What may tell a sweep from another of its drawing. */
function variantWords(sweep: Sweep): string[] {
  const { mix, more } = wordsOf(sweep);
  const isMixed = sweep.axis !== "mix" && partsOf(sweep).length > 1;
  const rate = sweep.axis === "rate" ? 1 : 0;
  return [...(isMixed ? [mix] : []), ...depthWords(sweep), ...more.slice(rate)];
}

/** What a point's depth and threads are, but for what the axis says of them. */
function depthWords({ axis, points }: Sweep): string[] {
  const depth = points[0]?.point.spec.depth;
  if (depth === undefined) return [];
  const [outstanding, threads] =
    depth.kind === "total"
      ? [`QD${depth.totalDepth}`, `up to ${threadWords(depth.threadsMax)}`]
      : [`QD${depth.queueDepth}`, threadWords(depth.threads)];
  if (axis === "depth") return [threads];
  return axis === "threads" ? [outstanding] : [outstanding, threads];
}

const oneThread = "1 thread";

function threadWords(threads: number): string {
  return threads === 1 ? oneThread : `${threads} threads`;
}

/** The directions that a sweep asks for, and both together where there are both. */
function partsOf({ points }: Sweep): Part[] {
  const shares = points.map(({ point }) => point.spec.readPercent);
  if (shares.every((share) => share === 100)) return ["read"];
  if (shares.every((share) => share === 0)) return ["write"];
  return ["all", "read", "write"];
}

const partNames = { all: "Reads + writes", read: "Reads", write: "Writes" } as const;
/** Reads and writes keep the hues that they have on every chart; a further variant has the next three. */
const partHues = { read: 0, write: 1, all: 2 } as const;
const hueCount = 8;

function lineOf({ key, points }: Sweep, part: Part, variant: string, order: number): FrameLine {
  return {
    id: `${part} ${key}`,
    label: variant === "" ? partNames[part] : `${partNames[part]}, ${variant}`,
    part,
    color: `var(--series-${((order * 3 + partHues[part]) % hueCount) + 1})`,
    dash: part === "write" ? directionDash.write : undefined,
    points,
  };
}

function wordsOf({ points: [first] }: Sweep) {
  if (first === undefined) throw new RangeError("A sweep has points.");
  return workloadWords(workloadOf(first.point.spec));
}

/** What an axis is called, its scale, and how a place on it is written. */
export const axisLooks = {
  depth: { title: "Queue depth", scale: "log2", format: (at: number) => `QD${at}`, tick: String },
  size: { title: "Transfer size", scale: "log2", format: sizeText, tick: sizeText },
  mix: {
    title: "Reads (%)",
    scale: "linear",
    format: (at: number) => `${readsAt(at)}% reads`,
    tick: (at: number) => String(readsAt(at)),
  },
  threads: { title: "Threads", scale: "log2", format: threadWords, tick: String },
  rate: {
    title: "Offered IOPS",
    scale: "log2",
    format: (at: number) => `${formatIops(at).text} offered`,
    tick: (at: number) => formatIops(at).value,
  },
} as const satisfies Record<SweepAxis, object>;

function sizeText(bytes: number): string {
  return formatBlockSize(bytes).text;
}

/** A mix goes from reads alone to writes alone: its axis counts the writes. */
function readsAt(writes: number): number {
  return 100 - writes;
}

/** Where a point is drawn. */
export function drawnAt(axis: SweepAxis, at: number): number {
  return axis === "mix" ? 100 - at : at;
}
