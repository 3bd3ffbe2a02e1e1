import type { Database } from "../client.ts";
import type { DriveGroup } from "./count-drives.ts";
import { type DriveFilter, drivesWhere, fewMatches } from "./match-drives.ts";

/**
 * How many of the drives that the filter lets through share a verdict, model, firmware, host, lifecycle, tag or group, the largest groups first;
 * undefined where more than {@link fewMatches} match, after that many were read.
 */
export async function countFacets(
  db: Database,
  filter: DriveFilter,
  { few, maxGroupsPerKind }: { readonly few: boolean; readonly maxGroupsPerKind: number },
): Promise<DriveGroup[] | undefined> {
  const rows = await db.$queryRaw<{ kind: DriveGroup["kind"]; value: string; detail: string; count: bigint }[]>`
    WITH found AS MATERIALIZED (
      SELECT state.verdict_rank, state.model, state.firmware, state.host_id, state.hostname,
        state.drive_id, state.lifecycle, state.tags
      ${drivesWhere(filter, few)} LIMIT ${fewMatches + 1}
    ), grouped AS (
      SELECT kind, value, max(detail) AS detail, count(*) AS count
      FROM found CROSS JOIN LATERAL (VALUES
        ('all', '', ''), ('verdict', verdict_rank::text, ''), ('model', model, ''), ('firmware', firmware, ''),
        ('host', host_id::text, coalesce(hostname, '')), ('lifecycle', lifecycle::text, '')
        UNION ALL SELECT 'tag', tag, '' FROM unnest(found.tags) AS tag
        UNION ALL SELECT 'group', member.group_id::text, '' FROM group_member AS member
        WHERE member.drive_id = found.drive_id
      ) AS facet (kind, value, detail)
      WHERE value IS NOT NULL GROUP BY kind, value
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY count DESC, detail, value) AS place FROM grouped
    )
    SELECT kind, value, detail, count FROM ranked WHERE place <= ${maxGroupsPerKind} ORDER BY kind, place
    LIMIT ${8 * maxGroupsPerKind}`;
  const groups = rows.map((row) => ({ ...row, count: Number(row.count) }));
  const found = groups.find(({ kind }) => kind === "all")?.count ?? 0;
  return found > fewMatches ? undefined : groups;
}
