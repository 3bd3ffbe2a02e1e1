import { connectDatabase, statementTimeoutMs } from "@crosspoint/db";
import { foldCounts } from "@crosspoint/services/drive/fold-counts";
import { createGroup } from "@crosspoint/services/group/create";
import pg from "pg";
import { addDrives } from "../../scripts/bench/lists/seed.ts";
import { p3700, p4800x } from "../stack/drive-models.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { addSettings } from "./sized-settings.ts";

/** Of a fleet, what has a page of its own. */
export interface Shown {
  readonly drive: string;
  readonly host: string;
  readonly group: string;
  readonly upgrade: string;
}

/** Of a fleet without any. */
export const nothingShown: Shown = { drive: "", host: "", group: "", upgrade: "" };

/** A host with a drive of each kind: good, worn, condemned and pulled, and one that has stopped reporting. */
export async function fillSmall(stack: Stack): Promise<Shown> {
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "small-shelf");
  const kept = [
    p4800x("SMALLGOOD"),
    { ...p4800x("SMALLWORN"), log: { percentageUsed: 104, criticalWarning: 4 } },
    { ...p3700("SMALLDYING"), log: { availableSparePercent: 5, criticalWarning: 1 } },
    { ...p3700("SMALLHOT"), log: { compositeTemperatureKelvin: 351 } },
  ];
  await host.report([...kept, p3700("SMALLPULLED")]);
  await host.report(kept);
  await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "never-reported");
  const group = await groupOf(stack, "Small shelves", "small-*");
  return { drive: await driveOf(stack, "SMALLDYING"), host: host.hostId, group, ...(await addSettings(stack)) };
}

export const hugeDrives = 100_000;

/** So many drives in 2,000 hosts, as `npm run bench lists` makes them: far too many to be reported one by one. */
export async function fillHuge(stack: Stack): Promise<Shown & { stop(): Promise<void> }> {
  const owner = new pg.Client({ connectionString: stack.ownerUrl });
  await owner.connect();
  await addDrives(owner, 0, hugeDrives);
  await addWear(owner);
  await foldAsWorker(stack);
  await owner.query("VACUUM ANALYZE drive_count");
  // They go on reporting, or the worker would find all of them silent.
  const reporting = setInterval(() => {
    void owner.query("UPDATE host SET last_seen_at = now() WHERE hostname LIKE 'stor-%'");
  }, 60_000);
  const group = await groupOf(stack, "All shelves", "stor-*");
  const { id: host } = await stack.db.host.findFirstOrThrow({ where: { hostname: "stor-7.example.net" } });
  const drive = await driveOf(stack, "PHKS00001000");
  const stop = async () => {
    clearInterval(reporting);
    await owner.end();
  };
  return { drive, host, group, ...(await addSettings(stack)), stop };
}

/** With the time that a background job has: beside other tests, 100,000 drives may take longer than a page may wait. */
async function foldAsWorker({ settings }: Stack): Promise<void> {
  const db = connectDatabase(settings.databaseUrl, 1, { longestStatementMs: statementTimeoutMs.job });
  const context = { db, actor: { kind: "system", label: "end-to-end test" } as const, now: new Date() };
  await foldCounts(context).finally(() => db.$disconnect());
}

/** As the worker would have told it: the more of its rating a drive has used, the sooner its end. */
async function addWear(owner: pg.Client): Promise<void> {
  await owner.query(
    `INSERT INTO drive_wear (drive_id, computed_at, bytes_per_day_30, dwpd_30, limit_percent, kind, basis,
       percent_per_day, earliest_end, likely_end, latest_end)
     SELECT drive_id, now(), capacity_bytes * 0.8, 0.8, 100, 'forecast', 'writes', 0.05,
       now() + days_left * interval '16 hours', now() + days_left * interval '1 day', now() + days_left * interval '2 days'
     FROM drive_state CROSS JOIN LATERAL (SELECT (100 - percentage_used) * 20 AS days_left) AS wear
     WHERE percentage_used BETWEEN 40 AND 99 AND serial LIKE 'PHKS%'`,
  );
}

async function driveOf({ db }: Stack, serial: string): Promise<string> {
  return (await db.drive.findFirstOrThrow({ where: { serial } })).id;
}

async function groupOf({ db }: Stack, name: string, pattern: string): Promise<string> {
  const context = { db, actor: { kind: "system", label: "end-to-end test" } as const, now: new Date() };
  const term = { field: "hostname" as const, operator: "matches" as const, values: [pattern] };
  return (await createGroup(context, { name, kind: "hosts", rule: { match: "all", terms: [term] } })).groupId;
}
