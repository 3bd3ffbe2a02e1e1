/** The values of a sweep's axes in words. */
import { type Axis, formatBlockSize, formatCount, parseBlockMix, type SweepStep } from "@crosspoint/domain";

export function valuesOf<Value>(axis: Axis<Value>): readonly Value[] {
  return Array.isArray(axis) ? axis : [axis as Value];
}

/** "A", "A and B", "A, B and C". */
export function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function sizeWords({ blockBytes, blockMix }: Pick<SweepStep, "blockBytes" | "blockMix">): string {
  if (blockBytes !== undefined) return list(valuesOf(blockBytes).map((bytes) => formatBlockSize(bytes).text));
  const mixes = valuesOf(blockMix ?? []).map((mix) => {
    const shares = (parseBlockMix(mix) ?? []).map(
      ({ bytes, percent }) => `${percent} % ${formatBlockSize(bytes).text}`,
    );
    return `mixed sizes (${shares.join(", ")})`;
  });
  return list(mixes);
}

export function mixWords(readPercent: Axis<number>): string {
  const mixes = valuesOf(readPercent).map((percent) => {
    if (percent === 100) return "reads";
    return percent === 0 ? "writes" : `${percent}/${100 - percent} read/write`;
  });
  return list(mixes);
}

type Depth = Pick<SweepStep, "queueDepth" | "threads" | "totalDepth" | "threadsMax" | "ratePerSecond">;

export function depthWords({ queueDepth, threads, totalDepth, threadsMax, ratePerSecond }: Depth): string {
  if (totalDepth !== undefined) {
    const depths = list(valuesOf(totalDepth).map(String));
    return `total queue depth ${depths} over at most ${list(valuesOf(threadsMax ?? 1).map(String))} threads`;
  }
  const open = ratePerSecond !== undefined;
  const depths = list(valuesOf(queueDepth ?? (open ? 256 : 1)).map((depth) => `QD${depth}`));
  const [first = 1, ...more] = valuesOf(threads ?? 1);
  const by = first === 1 && more.length === 0 ? "" : `, ${list([first, ...more].map(String))} threads`;
  const rates = valuesOf(ratePerSecond ?? []).map((rate) => formatCount(Math.floor(rate)) + fraction(rate));
  return open ? `${list(rates)} IOPS offered (at most ${depths}${by})` : depths + by;
}

function fraction(rate: number): string {
  return Number.isInteger(rate) ? "" : String(rate).replace(/^\d+/, "");
}
