import { driveSortColumns } from "@crosspoint/db/queries/find-drives";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { getFleet } from "../fleet/get.ts";
import { driveChoices } from "./choices.ts";
import { getDrive } from "./get.ts";
import { driveHistory } from "./history.ts";
import { listDrives, listDrivesInput } from "./list.ts";

const now = new Date("2026-11-21T12:00:00Z");
const minuteMs = 60_000;
let test: TestDatabase;
let context: ServiceContext;
let hostId: string;

interface Seed {
  readonly serial: string;
  readonly model?: string;
  readonly firmware?: string;
  readonly verdict?: string;
  readonly percentageUsed?: number;
  readonly written?: string;
  readonly problem?: { kind: string; detail: string; remedy: string };
  readonly present?: boolean;
}

const hung = { kind: "notResponding", detail: "id-ctrl did not answer", remedy: "Reseat it." };
const seeds: readonly Seed[] = [
  { serial: "A1", verdict: "good", percentageUsed: 3, written: "9" },
  { serial: "a2", verdict: "failed", percentageUsed: 255, written: "340282366920938463463374607431768211455" },
  { serial: "B3", verdict: "watch", percentageUsed: 104, written: "10", model: "P3700", firmware: "8DV10171" },
  { serial: "B_4", model: "P3700", firmware: "8DV10170", problem: hung },
  { serial: "C5" },
  { serial: "D6", verdict: "good", percentageUsed: 50, written: "100", present: false },
];

beforeAll(async () => {
  test = await createTestDatabase();
  context = { db: test.db, now, actor: { kind: "system", label: "test" } };
  const host = await test.db.host.create({
    data: {
      installationId: crypto.randomUUID(),
      hostname: "stor-1.example.net",
      agentKeyHash: "x",
      agentVersion: "0.1.0",
      lastSeenAt: now,
    },
  });
  hostId = host.id;
  for (const seed of seeds) await createDrive(seed);
});
afterAll(() => test.close());

async function createDrive(seed: Seed): Promise<void> {
  const { serial, model = "P4800X", firmware = "E2010435", verdict, percentageUsed, written, problem } = seed;
  const smart = { compositeTemperatureKelvin: 300, percentageUsed, dataUnitsWritten: written, powerOnHours: "1" };
  const sighting = {
    hostId,
    controllerName: "nvme0",
    transport: "pcie",
    firstSeenAt: now,
    lastSeenAt: now,
    endedAt: seed.present === false ? now : null,
  };
  await test.db.drive.create({
    data: {
      pciVendorId: 0x8086,
      model,
      serial,
      firmware,
      firstSeenAt: now,
      lastSeenAt: now,
      sightings: { create: sighting },
      ...(problem ? { problem, problemSince: now } : {}),
      ...(verdict ? { latest: { create: { time: now, hostId, smart, verdict, reasons: [], verdictSince: now } } } : {}),
    },
  });
}

const list = (input: z.input<typeof listDrivesInput> = {}) => listDrives(context, listDrivesInput.parse(input));
const serials = async (input: z.input<typeof listDrivesInput>) =>
  (await list(input)).drives.map(({ serial }) => serial);

describe("listDrives", () => {
  it("puts the most urgent first, a drive that was never sampled before the good ones", async () => {
    const { drives, total } = await list();
    expect(total).toBe(6);
    expect(drives.map(({ serial, verdict }) => `${serial} ${verdict}`)).toEqual([
      "B_4 notResponding",
      "a2 failed",
      "B3 watch",
      "C5 unknown",
      "A1 good",
      "D6 good",
    ]);
  });

  it("sorts 128-bit counters as numbers, and what has none last in both directions", async () => {
    expect((await serials({ sort: "written" })).slice(0, 4)).toEqual(["A1", "B3", "D6", "a2"]);
    expect((await serials({ sort: "written", descending: true })).slice(0, 4)).toEqual(["a2", "D6", "B3", "A1"]);
    const [first] = (await list({ sort: "written", descending: true })).drives;
    expect(first?.dataUnitsWritten).toBe(2n ** 128n - 1n);
  });

  it("sorts percentage used past 100", async () => {
    expect((await serials({ sort: "percentageUsed", descending: true })).slice(0, 2)).toEqual(["a2", "B3"]);
  });

  it.each([
    ["part of a serial, whatever the letter case", { search: "A2" }, ["a2"]],
    ["a model", { search: "p37" }, ["B3", "B_4"]],
    ["a host's name", { search: "stor-1" }, ["A1", "B3", "B_4", "C5", "a2"]],
    ["an underscore as itself", { search: "_" }, ["B_4"]],
    ["a percent sign as itself", { search: "%" }, []],
    ["verdicts", { verdicts: ["watch", "unknown"] }, ["B3", "C5"]],
    ["a model and a firmware", { models: ["P3700"], firmwares: ["8DV10170"] }, ["B_4"]],
  ] as const)("finds by %s", async (_name, filter, expected) => {
    const found = await serials({ ...structuredClone(filter), sort: "serial" } as z.input<typeof listDrivesInput>);
    expect(found.toSorted()).toEqual([...expected].toSorted());
  });

  it("finds the drives of a host that are in it now", async () => {
    expect(await serials({ hostIds: [hostId], sort: "serial" })).not.toContain("D6");
    expect((await list({ hostIds: [hostId] })).total).toBe(5);
  });

  it.each(
    driveSortColumns.flatMap((sort) => [
      { sort, descending: false },
      { sort, descending: true },
    ]),
  )("has one order by $sort, descending $descending, whatever the size of a page", async (by) => {
    const whole = await serials(by);
    const pairs = await Promise.all([0, 2, 4].map((cursor) => serials({ ...by, limit: 2, cursor })));
    expect(pairs.flat()).toEqual(whole);
    expect(whole.toSorted()).toEqual(seeds.map(({ serial }) => serial).toSorted());
  });

  it("pages without a drive lost or twice, and counts all", async () => {
    const seen: string[] = [];
    let cursor: number | undefined = 0;
    while (cursor !== undefined) {
      const page = await list({ sort: "model", limit: 2, cursor });
      expect(page.total).toBe(6);
      seen.push(...page.drives.map(({ serial }) => serial));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual(seeds.map(({ serial }) => serial).toSorted());
  });
});

describe("the fleet", () => {
  it("counts the drives that are in a host, and says what needs attention and why", async () => {
    const fleet = await getFleet(context);
    expect(fleet).toMatchObject({ hosts: 1, drives: 5, drivesInNeedTotal: 4, silentHostsTotal: 0 });
    expect(fleet.byVerdict).toEqual([
      { verdict: "notResponding", count: 1 },
      { verdict: "failed", count: 1 },
      { verdict: "watch", count: 1 },
      { verdict: "unknown", count: 1 },
      { verdict: "good", count: 1 },
    ]);
    expect(fleet.drivesInNeed[0]).toMatchObject({ serial: "B_4", why: hung.detail });
    expect(fleet.percentagesUsed).toEqual([
      { percent: 3, count: 1 },
      { percent: 104, count: 1 },
      { percent: 255, count: 1 },
    ]);
  });

  it("names a host silent after three minutes", async () => {
    const at = (ms: number) => ({ ...context, now: new Date(now.getTime() + ms) });
    expect((await getFleet(at(3 * minuteMs))).silentHostsTotal).toBe(0);
    expect((await getFleet(at(3 * minuteMs + 1))).silentHosts).toMatchObject([
      { hostname: "stor-1.example.net", drives: 5 },
    ]);
  });

  it("offers what drives can be filtered by", async () => {
    const choices = await driveChoices(context);
    expect(choices.models).toEqual([
      { value: "P4800X", label: "P4800X", count: 3 },
      { value: "P3700", label: "P3700", count: 2 },
    ]);
    expect(choices.hosts).toEqual([{ value: hostId, label: "stor-1.example.net", count: 5 }]);
  });
});

describe("a drive", () => {
  it("that stopped answering before its first sample says so", async () => {
    const drive = await test.db.drive.findFirstOrThrow({ where: { serial: "B_4" } });
    expect(await getDrive(context, { driveId: drive.id })).toMatchObject({
      verdict: "notResponding",
      problem: hung,
      latest: undefined,
      place: { hostname: "stor-1.example.net" },
    });
  });

  it("that is not there is not found", async () => {
    await expect(getDrive(context, { driveId: crypto.randomUUID() })).rejects.toMatchObject({ code: "notFound" });
  });

  it("has a history with gaps where samples are missing, counters exact", async () => {
    const { id: driveId } = await test.db.drive.findFirstOrThrow({ where: { serial: "A1" } });
    const sample = (minutesAgo: number, kelvin: number, units: string) => ({
      driveId,
      hostId,
      time: new Date(now.getTime() - minutesAgo * minuteMs),
      criticalWarning: 0,
      compositeTemperatureKelvin: kelvin,
      availableSparePercent: 100,
      availableSpareThresholdPercent: 0,
      percentageUsed: 3,
      dataUnitsRead: "0",
      dataUnitsWritten: units,
      hostReadCommands: "0",
      hostWriteCommands: "0",
      controllerBusyTimeMinutes: "0",
      powerCycles: "1",
      powerOnHours: "1",
      unsafeShutdowns: "0",
      mediaErrors: "0",
      errorLogEntries: "0",
      warningTemperatureTimeMinutes: 0n,
      criticalTemperatureTimeMinutes: 0n,
      temperatureSensorsKelvin: [],
    });
    const wide = "340282366920938463463374607431768211455";
    await test.db.smartSample.createMany({
      data: [sample(61, 290, "1"), sample(50, 300, "5"), sample(49, 310, "6"), sample(1, 305, wide)],
    });
    const hour = await driveHistory(context, { driveId, range: "1h" });
    expect(hour.points.map(({ time }) => (now.getTime() - time.getTime()) / minuteMs)).toEqual([50, 49, 1]);
    expect(hour.points.at(-1)?.dataUnitsWritten).toBe(2n ** 128n - 1n);
    // Half an hour in one interval: 11:10 and 11:11 fall together, 10:59 and 11:59 apart.
    const week = await driveHistory(context, { driveId, range: "7d" });
    expect(
      week.points.map(({ samples, minTemperatureKelvin: min, maxTemperatureKelvin: max, dataUnitsWritten }) => [
        samples,
        min,
        max,
        dataUnitsWritten,
      ]),
    ).toEqual([
      [1, 290, 290, 1n],
      [2, 300, 310, 6n],
      [1, 305, 305, 2n ** 128n - 1n],
    ]);
  });
});
