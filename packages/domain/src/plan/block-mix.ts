/** A size of a point's operations, and the share of them that have it. */
export interface BlockShare {
  readonly bytes: number;
  readonly percent: number;
}

const SHARE = /^(\d+)([kM]?):(\d{1,2})$/;
const unitBytes: Record<string, number> = { "": 1, k: 1024, M: 1024 ** 2 };

/** The sizes of a mix as plans write it ("512:10,4k:90"); `undefined` where it is none. */
export function parseBlockMix(mix: string): BlockShare[] | undefined {
  const shares = mix.split(",").map((part) => {
    const [, size, unit = "", percent] = SHARE.exec(part) ?? [];
    return { bytes: Number(size) * (unitBytes[unit] ?? Number.NaN), percent: Number(percent) };
  });
  return shares.every(({ bytes, percent }) => bytes > 0 && percent > 0) ? shares : undefined;
}

/** A mix as plans write it, each size in the largest unit in which it is whole. */
export function writeBlockMix(shares: readonly BlockShare[]): string {
  return shares.map(({ bytes, percent }) => `${writeSize(bytes)}:${percent}`).join(",");
}

function writeSize(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2}M`;
  return bytes % 1024 === 0 ? `${bytes / 1024}k` : String(bytes);
}

/** The sizes of a point's operations: one with all of them, or those of its mix. */
export function blockSizes(spec: {
  readonly blockBytes?: number | undefined;
  readonly blockMix?: string | undefined;
}): readonly BlockShare[] {
  if (spec.blockBytes !== undefined) return [{ bytes: spec.blockBytes, percent: 100 }];
  return parseBlockMix(spec.blockMix ?? "") ?? [];
}
