import type { Database } from "@crosspoint/db";

/** The columns by which a run names its drive and its host, of which both are known. */
export async function targetColumns(db: Database, ids: { readonly driveId: string; readonly hostId: string }) {
  const drive = await db.drive.findUniqueOrThrow({ where: { id: ids.driveId } });
  const host = await db.host.findUniqueOrThrow({ where: { id: ids.hostId } });
  return {
    driveId: drive.id,
    hostId: host.id,
    hostname: host.hostname,
    model: drive.model,
    serial: drive.serial,
    nsid: 1n,
    targetLabel: `${drive.model} ${drive.serial}`,
    requestedBy: "ada@example.com",
  };
}
