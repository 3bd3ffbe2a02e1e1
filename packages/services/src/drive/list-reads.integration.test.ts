import { connectDatabase, type Database } from "@crosspoint/db";
import { updateDriveReadings } from "@crosspoint/db/queries/update-drive-states";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { fleetChanges } from "../fleet/changes.ts";
import { getFleet } from "../fleet/get.ts";
import { fleetHealth } from "../fleet/health-by.ts";
import { fleetReadings } from "../fleet/readings.ts";
import { find } from "../search/find.ts";
import { exportDrives } from "./export.ts";
import { driveFacets } from "./facets.ts";
import { foldCounts } from "./fold-counts.ts";
import { type DriveList, listDrives, listDrivesInput } from "./list.ts";

/** As many as a fleet may have. */
const drives = 100_000;
const hosts = 2_000;
const page = 100;

let test: TestDatabase;
/** One connection, whose statistics can be asked for. */
let db: Database;
let context: ServiceContext;

beforeAll(async () => {
  test = await createTestDatabase();
  await seed(test.owner);
  db = connectDatabase(test.ownerUrl, 1);
  context = { db, now: new Date("2026-11-21T12:00:00Z"), actor: { kind: "system", label: "test" } };
  await foldCounts(context);
  await test.owner.$executeRaw`VACUUM ANALYZE drive_state, drive_reading, drive_search, drive_count`;
}, 180_000);
afterAll(async () => {
  await db.$disconnect();
  await test.close();
});

/** Fifty drives a host, of two models; one in a thousand fails, one in a hundred was never sampled. */
async function seed(owner: Database): Promise<void> {
  await owner.$executeRaw`
    INSERT INTO host (installation_id, hostname, agent_key_hash, agent_version, last_seen_at)
    SELECT gen_random_uuid(), 'stor-' || n || '.example.net', n::text, '0.1.0', now() FROM generate_series(1, ${hosts}::int) AS n`;
  await owner.$executeRaw`
    INSERT INTO drive (pci_vendor_id, model, serial, firmware, first_seen_at, last_seen_at)
    SELECT 32902, CASE WHEN n % 3 = 0 THEN 'INTEL SSDPEDMD400G4' ELSE 'INTEL SSDPED1K375GA' END,
      'PHKS' || lpad(n::text, 8, '0'), 'FW' || n % 7, now(), now()
    FROM generate_series(1, ${drives}::int) AS n`;
  await owner.$executeRaw`
    WITH place AS (SELECT id, hostname, row_number() OVER (ORDER BY hostname) - 1 AS place FROM host),
    numbered AS (SELECT drive.*, row_number() OVER (ORDER BY serial) AS n FROM drive)
    INSERT INTO drive_state (drive_id, verdict_rank, verdict_since, model, serial, product_name, firmware, capacity_bytes,
      host_id, hostname, controller_name, percentage_used, power_on_hours)
    SELECT numbered.id, CASE WHEN n % 1000 = 0 THEN 1 WHEN n % 100 = 0 THEN 6 ELSE 7 END, now(), model, serial,
      CASE WHEN n % 3 = 0 THEN 'Intel SSD DC P3700' ELSE 'Intel Optane SSD DC P4800X' END, firmware, 375083606016,
      place.id, place.hostname, 'nvme0',
      CASE WHEN n % 100 <> 0 THEN n % 104 END, CASE WHEN n % 100 <> 0 THEN n % 40000 END
    FROM numbered JOIN place ON place.place = n % ${hosts}::int`;
  await owner.$executeRaw`
    UPDATE drive_reading AS reading SET temperature_kelvin = 300 + n % 40, bytes_written = n * 1000000, sampled_at = now()
    FROM (SELECT id, row_number() OVER (ORDER BY serial) AS n FROM drive) AS numbered
    WHERE reading.drive_id = numbered.id AND n % 100 <> 0`;
  await owner.$executeRaw`
    INSERT INTO drive_search SELECT drive_id, lower(concat_ws(' ', serial, model, product_name, hostname)) FROM drive_state`;
}

/** How many rows and index entries of the lists' tables it reads. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const before = await total();
  await work();
  return (await total()) - before;
}

async function total(): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await db.$queryRaw<{ read: bigint }[]>`
    SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname LIKE 'drive%')::bigint
      + (SELECT sum(greatest(idx_tup_read, idx_tup_fetch)) FROM pg_stat_user_indexes WHERE relname LIKE 'drive%')::bigint AS read`;
  return Number(row?.read);
}

async function wholeFile(): Promise<void> {
  const selection = { kind: "matches" as const, filter: {}, exceptIds: [] };
  let length = 0;
  for await (const part of (await exportDrives(context, { format: "csv", selection })).parts) {
    // No part is more than a page.
    expect(part.length).toBeLessThan(150_000);
    length += part.split("\r\n").length - 1;
  }
  expect(length).toBe(drives + 1);
}

const list = (input: z.input<typeof listDrivesInput>): Promise<DriveList> =>
  listDrives(context, listDrivesInput.parse({ limit: page, ...input }));

/** The page after ninety thousand others, as a person who scrolled there would ask for it. */
async function deepCursor(sort: "verdict" | "percentageUsed"): Promise<string> {
  const [row] = await db.$queryRaw<{ key: string; serial: string; id: string }[]>`
    SELECT CASE WHEN ${sort} = 'verdict' THEN verdict_rank ELSE percentage_used END::text AS key, serial, drive_id::text AS id
    FROM drive_state WHERE percentage_used IS NOT NULL
    ORDER BY CASE WHEN ${sort} = 'verdict' THEN verdict_rank ELSE percentage_used END, serial, drive_id
    OFFSET 90000 LIMIT 1`;
  return Buffer.from(JSON.stringify([row?.key, row?.serial, row?.id])).toString("base64url");
}

describe(`of ${drives} drives`, () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ["the first page", () => list({}), 220],
    ["the next page", async () => list({ cursor: (await list({})).nextCursor }), 440],
    ["the most worn", () => list({ sort: "percentageUsed", descending: true }), 220],
    // Each reading once: an index on what changes with every sample would cost all of them more than these pages save.
    ["the hottest", () => list({ sort: "temperature", descending: true }), drives + 4_000],
    ["those by host", () => list({ sort: "host" }), 220],
    ["the failed ones", () => list({ verdicts: ["failed"] }), 220],
    ["those of a host", () => list({ search: "stor-1999.example" }), 400],
    ["one by its serial", () => list({ search: "PHKS00054321" }), 50],
    // Two in three match: they are counted up to ten thousand, each by an entry of an index and two rows.
    ["many by a product", () => list({ search: "p4800x", limit: 10 }), 40_000],
    ["what the palette finds", () => find(context, { text: "ks00012345" }), 60],
    // One row each of a verdict, a model, a firmware or a host.
    ["the facets", () => driveFacets(context), 2_100],
    // Of 900 drives, and again of those of any lifecycle; and what all drives are counted by, for the verdict's own facet.
    ["the facets of a verdict", () => driveFacets(context, { verdicts: ["unknown"] }), 2_100 + 2 * 1_000],
    // Two in three: too many to be counted, which is known without reading one of them.
    ["the facets of half the fleet", () => driveFacets(context, { models: ["INTEL SSDPED1K375GA"] }), 2_200],
    ["the facets of many by a product", () => driveFacets(context, { search: "p4800x" }), 25_000],
    // Nobody counts these: what they are found by is read, once for the page and once to be counted.
    ["those that are worn out", () => list({ percentageUsed: { from: 100 } }), 2 * 4_000],
    ["those of a temperature", () => list({ celsius: { from: 60 } }), 2 * drives + 400],
    ["the fleet page", () => getFleet(context), 3_000],
    // All rows with their readings for the distributions, and the readings for the hottest.
    ["how warm and how worn the fleet is", () => fleetReadings(context), 3 * drives + 4_000],
    ["health by model", () => fleetHealth(context, { by: "model" }), 3_100],
    ["recent changes", () => fleetChanges(context), 1_000],
    // Each drive once. For the largest pages PostgreSQL would rather read all readings than look for each.
    ["a file of all", () => wholeFile(), 5 * drives],
  ])("reads for %s no more than it must", async (_name, work, limit) => {
    await work();
    const read = await rowsRead(work);
    expect(read).toBeLessThan(limit);
  });

  it.each(["verdict", "percentageUsed"] as const)(
    "reads for a deep page by %s what it reads for the first",
    async (sort) => {
      const cursor = await deepCursor(sort);
      const first = await rowsRead(() => list({ sort }));
      const deep = await rowsRead(() => list({ sort, cursor }));
      expect(deep).toBeLessThan(first + 20);
      expect((await list({ sort, cursor })).drives).toHaveLength(page);
    },
  );

  it("reads for those of a host no more than it must where the statistics take them for many", async () => {
    for (const host of await hostsInHistogram()) {
      const search = () => list({ search: host });
      expect((await search()).total).toBe(drives / hosts);
      // Other hosts' names may hold the same trigrams in another order; a walk of all drives would read 200,000.
      expect(await rowsRead(search)).toBeLessThan(5_000);
    }
  });

  it("takes a sample as an update of its reading in place, and touches its row in lists where it is worn more", async () => {
    const { id } = (await list({ limit: 1, verdicts: ["good"] })).drives[0] ?? { id: "" };
    const sample = (percentageUsed: number, temperatureKelvin: number) => ({
      driveId: id,
      temperatureKelvin,
      percentageUsed,
      bytesWritten: String(temperatureKelvin),
      powerOnHours: "1",
      sampledAt: context.now,
      sampleTimeMs: null,
      sampledHostId: null,
      sampledSequence: null,
    });
    const updates = async (...samples: ReturnType<typeof sample>[]) => {
      const before = await written();
      for (const row of samples) await db.$transaction((tx) => updateDriveReadings(tx, [row]));
      const after = await written();
      return { inPlace: after.inPlace - before.inPlace, inLists: after.inLists - before.inLists };
    };
    await updates(sample(3, 310));
    expect(await updates(sample(3, 311), sample(3, 309))).toEqual({ inPlace: 2, inLists: 0 });
    expect(await updates(sample(4, 310))).toEqual({ inPlace: 1, inLists: 1 });
  });
});

/** Hosts that the planner takes for one in a hundred, because a bound of the histogram is one of their drives. */
async function hostsInHistogram(): Promise<string[]> {
  const rows = await db.$queryRaw<{ host: string }[]>`
    SELECT substring(bound FROM 'stor-[0-9]{4}[.]example') AS host
    FROM pg_stats, unnest(histogram_bounds::text::text[]) AS bound
    WHERE tablename = 'drive_search' AND attname = 'text' AND bound ~ 'stor-[0-9]{4}[.]example' LIMIT 20`;
  expect(rows).not.toEqual([]);
  return rows.map(({ host }) => host);
}

/** Updates of readings that touched no index, and of rows in lists. */
async function written(): Promise<{ readonly inPlace: number; readonly inLists: number }> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await db.$queryRaw<{ inPlace: bigint; inLists: bigint }[]>`
    SELECT (SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'drive_reading') AS "inPlace",
      (SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'drive_state') AS "inLists"`;
  return { inPlace: Number(row?.inPlace), inLists: Number(row?.inLists) };
}
