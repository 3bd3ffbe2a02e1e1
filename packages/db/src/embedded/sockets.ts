import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

/** The least that a system allows: 104 bytes, of which one is the end. */
const socketPathMost = 103;
const socketPrefix = ".s.PGSQL.";
const longestSocketName = `/${socketPrefix}65535`;

/** The cluster's own folder, which is closed to all but who runs it, unless its path is too long for a socket, or PostgreSQL would read it as several. */
export function socketFolder(cluster: string): string | undefined {
  const folder = resolve(cluster);
  const isShort = Buffer.byteLength(folder + longestSocketName) <= socketPathMost;
  return isShort && /^[\w./-]+$/.test(folder) ? folder : undefined;
}

/** The same address by way of a socket in that folder. */
export function throughSocket(url: string, folder: string): string {
  const near = new URL(url);
  near.searchParams.set("host", folder);
  return near.toString();
}

/** Those of servers that were killed: each start has another port, and would leave them where they are. */
export function removeOldSockets(cluster: string): void {
  for (const name of readdirSync(cluster)) if (name.startsWith(socketPrefix)) rmSync(join(cluster, name));
}
