import type { Run } from "../../run/run-detail";

const purgeWords: Readonly<Record<string, string>> = {
  format: "NVMe Format",
  sanitizeBlock: "Sanitize, block erase",
  sanitizeCrypto: "Sanitize, crypto erase",
  sanitizeOverwrite: "Sanitize, overwrite",
  discard: "discard of all blocks",
};

/** How the drive was prepared before its rounds, by what their points say of the state that they found. */
export interface Preparation {
  readonly purge: string;
  readonly conditioning: string;
}

export function preparationOf({ points }: Pick<Run, "points">): Preparation {
  const measured = points.find(({ round, state }) => round !== undefined && state !== "pending");
  const words = measured?.spec.precondition ?? [];
  const purge = words.find((word) => word.startsWith("purge:"))?.split(":")[1];
  const fills = words.filter((word) => word.startsWith("fill:")).map(fillWords);
  const isIncomplete = words.some((word) => word.startsWith("incomplete"));
  const conditioning = fills.length === 0 ? "none: the drive was measured as it was" : fills.join(", then ");
  return {
    purge: purge === undefined ? "none: the drive was not purged" : (purgeWords[purge] ?? purge),
    conditioning: isIncomplete ? `${conditioning}; not brought to its end` : conditioning,
  };
}

/** "fill:sequential:131072:2" is "2 × sequential fill in blocks of 128 KiB". */
function fillWords(word: string): string {
  const [, method = "", blockBytes = "0", fills = "1"] = word.split(":");
  return `${fills} × the span, ${method}, in blocks of ${Number(blockBytes) / 1024}\u2009KiB`;
}
