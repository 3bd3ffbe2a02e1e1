import type { Transaction } from "../client.ts";

/** Ends a host's claims, but for those on the drives named. Returns the drives of those that ended. */
export async function endClaims(tx: Transaction, hostId: string, except: readonly string[] = []): Promise<string[]> {
  const ended = await tx.$queryRaw<{ driveId: string }[]>`
    DELETE FROM drive_claim WHERE host_id = ${hostId}::uuid AND drive_id <> ALL (${[...except]}::uuid[])
    RETURNING drive_id AS "driveId"`;
  return ended.map(({ driveId }) => driveId);
}
