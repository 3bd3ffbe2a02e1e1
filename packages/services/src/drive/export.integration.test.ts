import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { addDrive, addHost, contextOf } from "../testing/fleet.ts";
import { exportDrives, exportDrivesInput } from "./export.ts";

let test: TestDatabase;
let host: Awaited<ReturnType<typeof addHost>>;
let ids: string[];
/** More than a page of the export. */
const drives = 1203;

beforeAll(async () => {
  test = await createTestDatabase();
  host = await addHost(test.db);
  const evil = await addDrive(test.db, host.id, { serial: '=HYPERLINK("x")', model: "A,B" });
  await test.db.driveState.update({
    where: { driveId: evil.id },
    data: { percentageUsed: 7 },
  });
  await test.db.driveReading.update({
    where: { driveId: evil.id },
    data: { temperatureKelvin: 313, bytesWritten: "340282366920938463463374607431768211455000" },
  });
  await test.owner.$executeRaw`
    WITH made AS (
      INSERT INTO drive (pci_vendor_id, model, serial, firmware, first_seen_at, last_seen_at)
      SELECT 32902, 'M', 'S' || lpad(n::text, 5, '0'), 'F', now(), now() FROM generate_series(1, ${drives}::int) AS n
      RETURNING id, model, serial, firmware
    )
    INSERT INTO drive_state (drive_id, verdict_rank, verdict_since, model, serial, firmware)
    SELECT id, 7, '2026-11-21T00:00:00Z', model, serial, firmware FROM made`;
  const some = await test.db.drive.findMany({ where: { serial: { in: ["S00002", "S01000"] } } });
  ids = some.map(({ id }) => id);
}, 60_000);
afterAll(() => test.close());

async function exported(input: z.input<typeof exportDrivesInput>): Promise<{ parts: string[]; name: string }> {
  const { name, parts } = await exportDrives(contextOf(test.db, "viewer"), exportDrivesInput.parse(input));
  const all: string[] = [];
  for await (const part of parts) all.push(part);
  return { name, parts: all };
}

describe("an export of drives", () => {
  it("has all that match, page by page, in the order of their serials", async () => {
    const { name, parts } = await exported({
      format: "csv",
      selection: { kind: "matches", filter: { models: ["M"] } },
    });
    const [head, ...rows] = parts.join("").trimEnd().split("\r\n");
    expect(name).toBe("crosspoint-drives-2026-11-21.csv");
    expect(head).toMatch(/^serial,model,product,firmware,capacity_bytes,verdict,/);
    expect(rows.map((row) => row.split(",")[0])).toEqual(
      Array.from({ length: drives }, (_, index) => `S${String(index + 1).padStart(5, "0")}`),
    );
    // Head, three pages, end: no part is the whole.
    expect(parts).toHaveLength(5);
  });

  it("leaves out what was taken out of the selection, and holds what was picked alone", async () => {
    const without = await exported({
      format: "json",
      selection: { kind: "matches", filter: { models: ["M"] }, exceptIds: ids },
    });
    expect(JSON.parse(without.parts.join(""))).toHaveLength(drives - 2);
    const picked = await exported({ format: "json", selection: { kind: "drives", driveIds: ids } });
    const serials = (JSON.parse(picked.parts.join("")) as { serial: string }[]).map(({ serial }) => serial);
    expect(serials).toEqual(["S00002", "S01000"]);
  });

  it("disarms formulas, and keeps counters exact", async () => {
    const filter = { models: ["A,B"] };
    const csv = await exported({ format: "csv", selection: { kind: "matches", filter } });
    const place = `${host.hostname},nvme0,,false,40,7,,340282366920938463463374607431768211455000,`;
    expect(csv.parts.join("")).toContain(`\r\n"'=HYPERLINK(""x"")","A,B",,E2010435,375083606016,unknown,`);
    expect(csv.parts.join("")).toContain(place);
    const json = await exported({ format: "json", selection: { kind: "matches", filter } });
    expect(JSON.parse(json.parts.join(""))).toMatchObject([
      { serial: '=HYPERLINK("x")', bytesWritten: "340282366920938463463374607431768211455000", temperatureKelvin: 313 },
    ]);
  });

  it("of nothing is a file without drives, and stands in the audit", async () => {
    const none = { kind: "matches" as const, filter: { models: ["none"] } };
    expect(JSON.parse((await exported({ format: "json", selection: none })).parts.join(""))).toEqual([]);
    const entry = await test.db.auditEntry.findFirst({ where: { action: "drive.export" } });
    expect(entry).toMatchObject({ actorId: "viewer", objectKind: "drives" });
  });

  it("is refused to whoever is not signed in, and for more picked drives than can be named", async () => {
    const asked = exportDrivesInput.parse({ format: "csv", selection: { kind: "matches", filter: {} } });
    const nobody = { ...contextOf(test.db, "viewer"), actor: { kind: "anonymous" } as const };
    await expect(exportDrives(nobody, asked)).rejects.toMatchObject({ code: "unauthenticated" });
    const driveIds = Array(501).fill(ids[0]);
    expect(exportDrivesInput.safeParse({ format: "csv", selection: { kind: "drives", driveIds } }).success).toBe(false);
  });
});
