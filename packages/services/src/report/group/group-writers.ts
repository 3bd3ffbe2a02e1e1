import type { SqlRunner } from "@crosspoint/db";
import { isCluster } from "@crosspoint/db/queries/is-cluster";

/** Groups that are stored at once, each of hosts of its own: while PostgreSQL works for some, another is made ready. */
export const groupWriters = 4;
/** On a cluster, where a group is a commit on every node that has a part of it: fewer are larger. */
const groupWritersOfCluster = 2;

/** How many groups a gateway stores at once in this database; what may be on one PostgreSQL where it does not answer. */
export async function groupWritersFor(db: SqlRunner): Promise<number> {
  return (await isCluster(db).catch(() => false)) ? groupWritersOfCluster : groupWriters;
}
