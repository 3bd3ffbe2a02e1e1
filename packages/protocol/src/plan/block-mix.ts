import { protocolLimits } from "../limits.ts";
import { notation, quoted } from "./field.ts";

/** Most sizes of a mix. */
const sizesMax = 64;
const unitBytes: Record<string, number> = { "": 1, k: 1024, M: 1_048_576 };

interface Share {
  readonly size: string;
  readonly bytes: number;
  readonly percent: number;
}

/** Sizes with the percentage of operations that have each, ascending: `512:10,4k:60,64k:30`. */
export const blockMix = notation(
  /^[1-9]\d{0,7}[kM]?:[1-9]\d?(,[1-9]\d{0,7}[kM]?:[1-9]\d?)+$/,
  (mix) => {
    const reason = reasonAgainst(mix);
    return reason === undefined ? undefined : `${quoted(mix)} is not a block mix: ${reason}`;
  },
  1024,
);

function reasonAgainst(mix: string): string | undefined {
  const parts = mix.split(",");
  if (parts.length > sizesMax) return `a mix has 1 to ${sizesMax} sizes, not ${parts.length}`;
  const shares = parts.map(parseShare);
  return firstOf(shares, againstShare) ?? againstShares(shares.filter((share) => share !== undefined));
}

function firstOf<Item>(items: readonly Item[], against: (item: Item) => string | undefined): string | undefined {
  return items.map(against).find((reason) => reason !== undefined);
}

function parseShare(part: string): Share | undefined {
  const [, size, unit = "", percent] = /^(\d+)([kM]?):(\d+)$/.exec(part) ?? [];
  if (size === undefined) return undefined;
  return { size: size + unit, bytes: Number(size) * (unitBytes[unit] ?? 1), percent: Number(percent) };
}

function againstShare(share: Share | undefined): string | undefined {
  if (share === undefined) return "expected sizes with whole percentages, as in 4k:60,64k:40";
  if (share.bytes < 1 || share.bytes > protocolLimits.blockBytes) {
    return `a block of ${share.bytes} bytes is out of range, it may be 1 byte to ${writeSize(protocolLimits.blockBytes)}`;
  }
  if (share.percent < 1 || share.percent > 100) {
    return `a share of ${share.percent} % is out of range, it may be 1 to 100`;
  }
  return undefined;
}

/** Sizes of which there are two, a sum that is not 100, and what results would write differently. */
function againstShares(shares: readonly Share[]): string | undefined {
  const ascending = shares.map(({ bytes }) => bytes).sort((a, b) => a - b);
  const twice = ascending.find((bytes, index) => bytes === ascending[index + 1]);
  if (twice !== undefined) return `${writeSize(twice)} is there twice`;
  const total = shares.reduce((sum, { percent }) => sum + percent, 0);
  if (total !== 100) return `the percentages add up to ${total}, not to 100`;
  if (shares.length === 1) return "it has a single size: give it as blockBytes";
  const odd = shares.find(({ size, bytes }) => size !== writeSize(bytes));
  if (odd !== undefined) return `write ${writeSize(odd.bytes)} instead of ${odd.size}`;
  return shares.every(({ bytes }, index) => bytes === ascending[index])
    ? undefined
    : "list its sizes in ascending order";
}

/** A size in the largest unit in which it is whole, as results have it. */
function writeSize(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576}M`;
  return bytes % 1024 === 0 ? `${bytes / 1024}k` : String(bytes);
}
