import { list } from "../array-literal.ts";
import type { SqlRunner } from "../plain.ts";

export interface MetHost {
  readonly id: string;
  /** Pairs of first and last. */
  readonly eventsTaken: string[];
  /** It lists drives that another host holds. */
  readonly claims: boolean;
  /** Of the transaction that met it, as the rows that it writes have it: `xmin`. The same for all of them. */
  readonly revision: number;
  /** Which PostgreSQL answers, and since when it runs: where that is another one, nothing that it said before is to be trusted. */
  readonly server: string;
}

/**
 * Locks hosts, in the order of their ids; one row a host. Left out are those that are
 * removed, whose key was revoked, and those that somebody else has locked: nobody waits for them here.
 */
export async function meetHosts(tx: SqlRunner, hostIds: readonly string[]): Promise<MetHost[]> {
  return tx.$queryRaw<MetHost[]>`
    SELECT host.id, host.events_taken::text[] AS "eventsTaken",
      EXISTS (SELECT 1 FROM drive_claim WHERE host_id = host.id AND dismissed_at IS NULL) AS claims,
      pg_current_xact_id()::xid::text::float8 AS revision, pg_postmaster_start_time()::text AS server
    FROM host
    WHERE host.id = ANY (${list(hostIds)}::uuid[]) AND host.key_revoked_at IS NULL
    ORDER BY host.id
    LIMIT ${hostIds.length}
    FOR NO KEY UPDATE SKIP LOCKED`;
}
