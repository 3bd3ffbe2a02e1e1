import { protocolLimits, type ScratchFile } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** Makes the host's scratch files what its inventory lists. A file that comes back under its path is the same file. */
export async function offerScratchFiles(
  scope: IngestScope,
  files: readonly ScratchFile[],
  at: Date,
): Promise<{ changed: boolean }> {
  const { tx, hostId } = scope;
  const offered = await tx.scratchFile.findMany({
    where: { hostId, endedAt: null },
    take: protocolLimits.scratchFilesPerHost,
  });
  const listed = new Set(files.map(({ path }) => path));
  const gone = offered.filter(({ path }) => !listed.has(path)).map(({ id }) => id);
  if (gone.length > 0) await tx.scratchFile.updateMany({ where: { id: { in: gone } }, data: { endedAt: at } });
  for (const { path, sizeBytes, fileSystem } of files) {
    const facts = { sizeBytes: BigInt(sizeBytes), fileSystem, lastSeenAt: at, endedAt: null };
    await tx.scratchFile.upsert({
      where: { hostId_path: { hostId, path } },
      create: { hostId, path, ...facts },
      update: facts,
    });
  }
  const isKnown = ({ path, sizeBytes, fileSystem }: ScratchFile) =>
    offered.some((row) => row.path === path && row.sizeBytes === BigInt(sizeBytes) && row.fileSystem === fileSystem);
  return { changed: gone.length > 0 || !files.every(isKnown) };
}
