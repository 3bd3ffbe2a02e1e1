import { driveSortColumns } from "@crosspoint/db/queries/find-drives";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type HealthRuleId, VERDICTS, type Verdict, verdictRank } from "@crosspoint/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { getFleet } from "../fleet/get.ts";
import { driveFacets } from "./facets.ts";
import { getDrive } from "./get.ts";
import { driveHistory } from "./history.ts";
import { listDrives, listDrivesInput } from "./list.ts";
import type { DriveFacet } from "./rules/facet.ts";
import { productNameOf } from "./rules/product-name.ts";

const now = new Date("2026-11-21T12:00:00Z");
const minuteMs = 60_000;
let test: TestDatabase;
let context: ServiceContext;
let hostId: string;

const p4800x = "INTEL SSDPED1K375GA";
const p3700 = "INTEL SSDPEDMD400G4";

interface Seed {
  readonly serial: string;
  readonly model?: string;
  readonly firmware?: string;
  readonly verdict: Verdict;
  readonly percentageUsed?: number;
  readonly written?: string;
  readonly problem?: { kind: string; detail: string; remedy: string };
  readonly condition?: { rule: HealthRuleId; value?: string; threshold?: string; unit?: string };
}

const hung = {
  kind: "notResponding",
  detail: "id-ctrl did not answer",
  remedy: "Reseat it.",
  reportedBy: "inventory",
};
const mediaErrors = { rule: "mediaErrors", value: "340282366920938463463374607431768211455", unit: "errors" } as const;
const seeds: readonly Seed[] = [
  { serial: "A1", verdict: "good", percentageUsed: 3, written: "9" },
  { serial: "a2", verdict: "failed", percentageUsed: 255, written: "340282366920938463463374607431768211455" },
  {
    serial: "B3",
    verdict: "watch",
    percentageUsed: 104,
    written: "10",
    model: p3700,
    firmware: "8DV10171",
    condition: { ...mediaErrors, threshold: "0" },
  },
  {
    serial: "B_4",
    verdict: "notResponding",
    model: p3700,
    firmware: "8DV10170",
    problem: hung,
    condition: { rule: "notResponding" },
  },
  { serial: "C5", verdict: "unknown", condition: { rule: "noSample" } },
  { serial: "D6", verdict: "missing", percentageUsed: 50, written: "100", condition: { rule: "missing" } },
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
  const { serial, model = p4800x, firmware = "E2010435", verdict, problem, condition } = seed;
  const { percentageUsed = null, written = null } = seed;
  const identity = { model, serial, firmware };
  const place = { hostId, controllerName: "nvme0" };
  const sighting = { ...place, transport: "pcie", firstSeenAt: now, lastSeenAt: now };
  const isPresent = verdict !== "missing";
  const sampledAt = percentageUsed === null ? null : now;
  const drive = await test.db.drive.create({
    data: {
      ...identity,
      pciVendorId: 0x8086,
      firstSeenAt: now,
      lastSeenAt: now,
      sightings: { create: { ...sighting, endedAt: isPresent ? null : now } },
      ...(problem ? { problem, problemSince: now } : {}),
      ...(condition ? { conditions: { create: { severity: verdict, since: now, ...condition } } } : {}),
      state: {
        create: {
          ...identity,
          productName: productNameOf(model) ?? null,
          verdictRank: verdictRank(verdict),
          verdictSince: now,
          percentageUsed,
          ...(isPresent ? place : {}),
          hostname: "stor-1.example.net",
        },
      },
    },
  });
  await test.db.driveReading.update({ where: { driveId: drive.id }, data: { bytesWritten: written, sampledAt } });
  await test.db.$transaction((tx) => refreshDriveLists(tx, [drive.id]));
}

const list = (input: z.input<typeof listDrivesInput> = {}) => listDrives(context, listDrivesInput.parse(input));
const serials = async (input: z.input<typeof listDrivesInput>) =>
  (await list(input)).drives.map(({ serial }) => serial);

describe("listDrives", () => {
  it("puts the most urgent first, a drive that was never sampled before the good ones", async () => {
    const { drives, ...counted } = await list();
    expect(counted).toEqual({ total: 6, totalIsExact: true, nextCursor: undefined });
    expect(drives.map(({ serial, verdict }) => `${serial} ${verdict}`)).toEqual([
      "B_4 notResponding",
      "a2 failed",
      "D6 missing",
      "B3 watch",
      "C5 unknown",
      "A1 good",
    ]);
  });

  it("sorts 128-bit counters as numbers, and what has none last in both directions", async () => {
    expect((await serials({ sort: "written" })).slice(0, 4)).toEqual(["A1", "B3", "D6", "a2"]);
    expect((await serials({ sort: "written", descending: true })).slice(0, 4)).toEqual(["a2", "D6", "B3", "A1"]);
    const [first] = (await list({ sort: "written", descending: true })).drives;
    expect(first?.bytesWritten).toBe(2n ** 128n - 1n);
  });

  it("sorts percentage used past 100", async () => {
    expect((await serials({ sort: "percentageUsed", descending: true })).slice(0, 2)).toEqual(["a2", "B3"]);
  });

  it.each([
    ["part of a serial, whatever the letter case", { search: "A2" }, ["a2"]],
    ["a part of a model number", { search: "pedmd" }, ["B3", "B_4"]],
    ["a product of the catalog", { search: "P4800X" }, ["A1", "a2", "C5", "D6"]],
    ["the figures of a product's name", { search: "3700" }, ["B3", "B_4"]],
    ["several words, in any order", { search: "stor-1 b3" }, ["B3"]],
    ["words of which one is not there", { search: "3700 stor-2" }, []],
    ["a backslash as itself", { search: "\\" }, []],
    [
      "the name of the host that they are in, or were in last",
      { search: "stor-1" },
      ["A1", "B3", "B_4", "C5", "D6", "a2"],
    ],
    ["an underscore as itself", { search: "_" }, ["B_4"]],
    ["a percent sign as itself", { search: "%" }, []],
    ["verdicts", { verdicts: ["watch", "unknown"] }, ["B3", "C5"]],
    ["a model and a firmware", { models: [p3700], firmwares: ["8DV10170"] }, ["B_4"]],
  ] as const)("finds by %s", async (_name, filter, expected) => {
    const found = await serials({ ...structuredClone(filter), sort: "serial" } as z.input<typeof listDrivesInput>);
    expect(found.toSorted()).toEqual([...expected].toSorted());
  });

  it("finds the drives of a host that are in it now", async () => {
    expect(await serials({ hostIds: [hostId], sort: "serial" })).not.toContain("D6");
    expect((await list({ hostIds: [hostId] })).total).toBe(5);
    const asTyped = listDrivesInput.parse({ hostIds: [hostId.toUpperCase()] });
    expect(await listDrives(context, asTyped), "an id in capital letters").toMatchObject({ total: 5 });
  });

  it.each([
    ["a verdict", { verdicts: ["watch", "unknown"] }, 2],
    ["a model", { models: [p4800x] }, 4],
    ["a search", { search: "p4800x" }, 4],
    ["a model and a verdict", { models: [p4800x], verdicts: ["good"] }, 1],
    ["nothing that is there", { firmwares: ["none"] }, 0],
  ] as const)("counts all by %s", async (_name, filter, total) => {
    const input = structuredClone(filter) as z.input<typeof listDrivesInput>;
    expect(await list({ ...input, limit: 1 })).toMatchObject({ total, totalIsExact: true });
  });

  it.each(
    driveSortColumns.flatMap((sort) => [
      { sort, descending: false },
      { sort, descending: true },
    ]),
  )("has one order by $sort, descending $descending, whatever the size of a page", async (by) => {
    const whole = await serials(by);
    for (const limit of [1, 2, 4]) expect(await paged({ ...by, limit })).toEqual(whole);
    expect(whole.toSorted()).toEqual(seeds.map(({ serial }) => serial).toSorted());
  });

  it("goes on where it was though a drive comes, goes or changes meanwhile", async () => {
    const first = await list({ sort: "serial", limit: 2 });
    const [, second] = first.drives;
    await test.db.driveState.update({ where: { driveId: second?.id ?? "" }, data: { serial: "00-renamed" } });
    const next = await list({ sort: "serial", limit: 10, cursor: first.nextCursor });
    await test.db.driveState.update({ where: { driveId: second?.id ?? "" }, data: { serial: second?.serial ?? "" } });
    expect([...first.drives, ...next.drives].map(({ serial }) => serial)).toEqual(await serials({ sort: "serial" }));
  });

  it("refuses a cursor that is not one", () => {
    expect(listDrivesInput.safeParse({ cursor: "100" }).success).toBe(false);
  });

  it.each([
    ["temperature", "warm"],
    ["verdict", "99999"],
    ["lastSample", "then"],
    ["written", "Infinity-"],
    ["serial", "\0"],
  ] as const)("refuses a place by %s that is %j", async (sort, key) => {
    const place = Buffer.from(JSON.stringify([key, "A1", hostId])).toString("base64url");
    await expect(list({ sort, cursor: place })).rejects.toMatchObject({ code: "invalid" });
  });
});

/** The serials of all pages of that size, one after the other. */
async function paged(input: z.input<typeof listDrivesInput>): Promise<string[]> {
  const { drives, nextCursor } = await list(input);
  const here = drives.map(({ serial }) => serial);
  return nextCursor === undefined ? here : [...here, ...(await paged({ ...input, cursor: nextCursor }))];
}

const used = new Set(seeds.map(({ verdict }) => verdict));

describe("the fleet", () => {
  it("counts all drives as the list does, and says what needs attention and why", async () => {
    const fleet = await getFleet(context);
    expect(fleet).toMatchObject({ hosts: 1, drives: 6, drivesInNeedTotal: 5, silentHostsTotal: 0 });
    expect(fleet.drives).toBe((await list()).total);
    expect(fleet.byVerdict).toEqual([
      { verdict: "notResponding", count: 1 },
      { verdict: "failed", count: 1 },
      { verdict: "missing", count: 1 },
      { verdict: "watch", count: 1 },
      { verdict: "unknown", count: 1 },
      { verdict: "good", count: 1 },
    ]);
    expect(fleet.drivesInNeed.map(({ serial, why }) => [serial, why])).toEqual([
      ["B_4", "The controller is not responding. Reseat it."],
      ["a2", ""],
      ["D6", expect.stringContaining("no longer in any host")],
      ["B3", "340,282,366,920,938,463,463,374,607,431,768,211,455 media errors: data could not be read back intact."],
      ["C5", "No health sample has arrived yet."],
    ]);
    expect(fleet.drivesInNeed.map(({ worst, others }) => [worst?.rule, others])).toEqual([
      ["notResponding", 0],
      [undefined, 0],
      ["missing", 0],
      ["mediaErrors", 0],
      ["noSample", 0],
    ]);
    expect(fleet.drivesInNeed.map(({ details }) => details)).toEqual([hung.detail, ...Array(4).fill(undefined)]);
  });

  it("offers what drives can be filtered by", async () => {
    const facets = await driveFacets(context);
    expect(facets.models.choices).toEqual([
      { value: p4800x, label: p4800x, count: 4, productName: productNameOf(p4800x) },
      { value: p3700, label: p3700, count: 2, productName: productNameOf(p3700) },
    ]);
    expect(facets.hosts.choices).toEqual([{ value: hostId, label: "stor-1.example.net", count: 5 }]);
    expect(facets.verdicts.choices.map(({ value }) => value)).toEqual(VERDICTS.filter((verdict) => used.has(verdict)));
  });

  it("finds and counts by tag, group and lifecycle; without a lifecycle those that are expected", async () => {
    const [first, second, third] = await test.db.drive.findMany({ orderBy: { serial: "asc" }, take: 3 });
    const serialsOf = (...drives: (typeof first)[]) => drives.map((drive) => drive?.serial).toSorted();
    await test.db.drive.updateMany({ where: { id: first?.id ?? "" }, data: { tags: ["hot", "pool-a"] } });
    await test.db.drive.updateMany({ where: { id: second?.id ?? "" }, data: { tags: ["pool-a"] } });
    await test.db.drive.updateMany({ where: { id: third?.id ?? "" }, data: { lifecycle: "retired" } });
    const ids = [first, second, third].map((drive) => drive?.id ?? "");
    await test.db.$transaction((tx) => refreshDriveLists(tx, ids));
    const group = await test.db.fleetGroup.create({
      data: {
        ...{ name: "Shelf", kind: "drives", createdBy: "test", createdAt: now, updatedAt: now },
        members: { create: [first, third].map((drive) => ({ driveId: drive?.id ?? "" })) },
      },
    });
    try {
      expect((await serials({ tags: ["hot", "pool-a"] })).toSorted()).toEqual(serialsOf(first, second));
      expect(await list({ tags: ["hot", "pool-a"], limit: 1 }), "one with both is one").toMatchObject({ total: 2 });
      expect(await serials({ groupIds: [group.id] })).toEqual(serialsOf(first));
      expect(await serials({ lifecycles: ["retired"] })).toEqual(serialsOf(third));
      expect(await list({ lifecycles: ["retired"] })).toMatchObject({ total: 1, totalIsExact: true });
      expect(await list({})).toMatchObject({ total: 5 });
      const values = ({ choices }: DriveFacet) => choices.map(({ value, count }) => [value, count]);
      const facets = await driveFacets(context);
      expect(values(facets.tags)).toEqual([
        ["pool-a", 2],
        ["hot", 1],
      ]);
      expect(values(facets.lifecycles)).toEqual([
        ["inService", 5],
        ["retired", 1],
      ]);
      expect(facets.groups).toEqual({ narrowed: true, choices: [{ value: group.id, label: "Shelf", count: 1 }] });
      const retired = await driveFacets(context, { lifecycles: ["retired"] });
      expect(values(retired.groups)).toEqual([[group.id, 1]]);
      expect(values(retired.lifecycles)).toEqual(values(facets.lifecycles));
      const inGroup = await driveFacets(context, { groupIds: [group.id] });
      expect(values(inGroup.lifecycles), "of each lifecycle, in the group").toEqual([
        ["inService", 1],
        ["retired", 1],
      ]);
    } finally {
      await test.db.fleetGroup.delete({ where: { id: group.id } });
      await test.db.drive.updateMany({ data: { tags: [], lifecycle: "inService" } });
      await test.db.$transaction((tx) => refreshDriveLists(tx, ids));
    }
  });

  it("counts each property among the drives that the other filters let through", async () => {
    const facets = await driveFacets(context, { models: [p3700], verdicts: ["watch"], search: "stor-1" });
    const counts = ({ choices, narrowed }: DriveFacet) => [narrowed, choices.map(({ value, count }) => [value, count])];
    // B3 is its only drive that is on watch; B_4, of the same model, is not responding.
    expect(counts(facets.models)).toEqual([true, [[p3700, 1]]]);
    expect(counts(facets.verdicts)).toEqual([
      true,
      [
        ["notResponding", 1],
        ["watch", 1],
      ],
    ]);
    expect(counts(facets.firmwares)).toEqual([true, [["8DV10171", 1]]]);
    expect(counts(facets.hosts)).toEqual([true, [[hostId, 1]]]);
  });
});

describe("a drive", () => {
  it("that stopped answering before its first sample says so", async () => {
    const drive = await test.db.drive.findFirstOrThrow({ where: { serial: "B_4" } });
    expect(await getDrive(context, { driveId: drive.id })).toMatchObject({
      verdict: "notResponding",
      conditions: [{ rule: "notResponding", severity: "notResponding", since: now, value: "", threshold: "" }],
      problem: { kind: hung.kind, detail: hung.detail, remedy: hung.remedy },
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
    // From 6 units, 48 minutes before.
    expect(hour.points.at(-1)).toMatchObject({ dataUnitsWrittenIncrease: 2n ** 128n - 7n, coveredMs: 48 * minuteMs });
    expect(hour).toMatchObject({ startsAtFirstSample: false, since: new Date(now.getTime() - 60 * minuteMs) });

    // The samples of a week are of its last 61 minutes: those, in the intervals of the range that holds them.
    const fitted = await driveHistory(context, { driveId, range: "7d" });
    const since = new Date(now.getTime() - 61 * minuteMs);
    expect(fitted).toMatchObject({ startsAtFirstSample: true, since, intervalSeconds: 60 });
    expect(fitted.points).toHaveLength(4);

    await test.db.smartSample.createMany({ data: [sample(4 * 24 * 60, 280, "0")] });
    // An hour in one interval: what of the last one nothing is rolled up of yet comes from its samples.
    const week = await driveHistory(context, { driveId, range: "7d" });
    expect(week).toMatchObject({ startsAtFirstSample: false, intervalSeconds: 3600 });
    const kelvin = (min: number, max: number, mean: number) => ({ min, max, mean });
    expect(
      week.points.map((point) => [point.samples, point.temperatureKelvin, point.dataUnitsWrittenIncrease]),
    ).toEqual([
      [1, kelvin(280, 280, 280), 0n],
      [1, kelvin(290, 290, 290), 1n],
      [3, kelvin(300, 310, 305), 2n ** 128n - 2n],
    ]);
  });
});
