import { THIN_SPACE } from "../../units/units.ts";
import type { LbaFormatChoice, NamespaceFormat } from "../facts.ts";
import type { PerformanceRule } from "../rule.ts";

export const smallBlocks: PerformanceRule = {
  id: "smallBlocks",
  judge: ({ namespaces = [], optimalTransferBytes = 0 }) => {
    const better = namespaces.flatMap((namespace) => {
      const format = betterFormat(namespace, optimalTransferBytes);
      return format === undefined ? [] : [{ nsid: namespace.nsid, format }];
    });
    const [first] = better;
    if (first === undefined) return undefined;
    const { nsid: firstNsid, format } = first;
    const names = better.map(({ nsid }) => nsid).join(", ");
    return {
      text: `Namespace ${names} is formatted with 512${THIN_SPACE}B LBAs; ${format.dataBytes / 1024}${THIN_SPACE}KiB performs better.`,
      cost: "Writes smaller than the drive's own unit become read-modify-write; every command has more overhead.",
      remedy: `Format it to LBA format ${format.index} when it is empty: a format destroys everything on it.`,
      fix: { kind: "format", nsid: firstNsid, lbaFormat: format.index, dataBytes: format.dataBytes },
    };
  },
};

/** Of formats with as much metadata, one of 4 KiB or more that the drive or its spec sheet calls better than 512 B. */
function betterFormat({ formats, current }: NamespaceFormat, optimalBytes: number): LbaFormatChoice | undefined {
  const used = formats.find(({ index }) => index === current);
  if (used === undefined || used.dataBytes !== 512) return undefined;
  const larger = formats.filter((one) => one.dataBytes >= 4096 && one.metadataBytes === used.metadataBytes);
  const best = larger.toSorted((a, b) => a.relativePerformance - b.relativePerformance)[0];
  if (best === undefined) return undefined;
  const bySheet = optimalBytes >= best.dataBytes && best.relativePerformance <= used.relativePerformance;
  return best.relativePerformance < used.relativePerformance || bySheet ? best : undefined;
}
