import type { DriveLifecycle } from "@crosspoint/db";
import { foldDriveCounts } from "@crosspoint/db/queries/fold-drive-counts";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type HealthRuleId, VERDICTS, VERDICTS_IN_NEED, type Verdict, verdictRank } from "@crosspoint/domain";
import { dayMs } from "@crosspoint/domain/rollup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { listDrives, listDrivesInput } from "../drive/list.ts";
import { replacements } from "../health/replacements.ts";
import { contextOf } from "../testing/fleet.ts";
import { fleetChanges } from "./changes.ts";
import { getFleet } from "./get.ts";
import { fleetHealth } from "./health-by.ts";
import { noteFleetDay } from "./note-day.ts";
import { fleetReadings } from "./readings.ts";

const now = new Date("2026-11-21T12:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * dayMs);
let test: TestDatabase;
const hostIds: string[] = [];
let groupId: string;

const viewer = (at = now) => contextOf(test.db, "viewer", at);
const system = (at: Date) => ({ ...viewer(at), actor: { kind: "system", label: "test" } as const });

interface Seed {
  readonly verdict: Verdict;
  readonly rules?: readonly HealthRuleId[];
  /** In days from now. */
  readonly ends?: number;
  readonly kind?: "reached" | "beyond";
  readonly celsius?: number;
  readonly used?: number;
  readonly sampledDaysAgo?: number;
  readonly lifecycle?: DriveLifecycle;
  readonly place?: 0 | 1 | null;
}

const seeds: readonly Seed[] = [
  { verdict: "good", celsius: 40, used: 3, ends: 400 },
  { verdict: "good", celsius: 71, used: 3, ends: 500, lifecycle: "spare" },
  { verdict: "good", celsius: 86, used: 100, kind: "reached" },
  { verdict: "watch", celsius: 70, used: 104, rules: ["mediaErrors"], kind: "reached" },
  { verdict: "watch", celsius: 41, used: 99, rules: ["mediaErrors", "unsafeShutdowns"], ends: -3, place: 1 },
  { verdict: "replace", celsius: 40, used: 50, rules: ["availableSpare", "mediaErrors"], ends: 20, place: 1 },
  { verdict: "notReporting", celsius: 45, used: 51, sampledDaysAgo: 1, rules: ["hostNotReporting"], kind: "beyond" },
  { verdict: "missing", used: 7, sampledDaysAgo: 2, rules: ["missing"], place: null, ends: 9000 },
  { verdict: "failed", used: 3, celsius: 40, rules: ["mediaErrors"], lifecycle: "retired", ends: 20 },
  { verdict: "unknown", rules: ["noSample"] },
];

beforeAll(async () => {
  test = await createTestDatabase();
  for (const name of ["stor-1", "stor-2"]) {
    const host = { installationId: crypto.randomUUID(), hostname: name, agentKeyHash: name, agentVersion: "0.1.0" };
    hostIds.push((await test.db.host.create({ data: { ...host, lastSeenAt: now } })).id);
  }
  const ids: string[] = [];
  for (const [index, seed] of seeds.entries()) ids.push(await addDrive(seed, index));
  const group = { name: "Shelf", kind: "drives", createdBy: "test", createdAt: now, updatedAt: now } as const;
  const members = { create: ids.slice(2).map((driveId) => ({ driveId })) };
  groupId = (await test.db.fleetGroup.create({ data: { ...group, members } })).id;
  await foldDriveCounts(test.db);
}, 60_000);
afterAll(() => test.close());

async function addDrive(seed: Seed, index: number): Promise<string> {
  const { verdict, rules = [], ends, kind, celsius, used, sampledDaysAgo = 0, lifecycle = "inService" } = seed;
  const { place = 0 } = seed;
  const own = { model: index % 2 === 0 ? "EVEN" : "ODD", serial: `S${index}`, firmware: `F${index % 3}`, lifecycle };
  const at = {
    hostId: place === null ? null : (hostIds[place] ?? null),
    hostname: place === null ? null : `stor-${place + 1}`,
  };
  const conditions = rules.map((rule) => ({ rule, severity: verdict, since: later(-index) }));
  const wear = { computedAt: now, limitPercent: 100, percentPerDay: ends === undefined ? null : 1 / (1000 + ends) };
  const { id } = await test.db.drive.create({
    data: {
      ...{ ...own, pciVendorId: 0x8086, firstSeenAt: now, lastSeenAt: now, conditions: { create: conditions } },
      ...(ends === undefined && kind === undefined
        ? {}
        : {
            wear: { create: { ...wear, kind: kind ?? "forecast", likelyEnd: ends === undefined ? null : later(ends) } },
          }),
      state: {
        create: {
          ...own,
          ...at,
          ...{ verdictRank: verdictRank(verdict), verdictSince: now, hasConditions: rules.length > 0 },
          ...{ warningTemperatureKelvin: 343, criticalTemperatureKelvin: 358, percentageUsed: used ?? null },
        },
      },
    },
  });
  await test.db.driveReading.update({
    where: { driveId: id },
    data: {
      temperatureKelvin: celsius === undefined ? null : celsius + 273,
      sampledAt: used === undefined ? null : later(-sampledDaysAgo),
    },
  });
  return id;
}

type Filter = Partial<z.input<typeof listDrivesInput>>;
const list = (filter: Filter) => listDrives(viewer(), listDrivesInput.parse(filter));
const listed = async (filter: Filter) => {
  const { total, totalIsExact, drives } = await list(filter);
  expect([totalIsExact, drives.length]).toEqual([true, total]);
  return total;
};

describe("every count is that of the list it leads to:", () => {
  it("verdicts, and drives that need attention", async () => {
    const fleet = await getFleet(viewer());
    expect(fleet.byVerdict.map(({ verdict, count }) => [verdict, count])).toEqual([
      ["replace", 1],
      ["missing", 1],
      ["notReporting", 1],
      ["watch", 2],
      ["unknown", 1],
      ["good", 3],
    ]);
    for (const { verdict, count } of fleet.byVerdict) expect(await listed({ verdicts: [verdict] })).toBe(count);
    expect(await listed({})).toBe(fleet.drives);
    const inNeed = [...VERDICTS_IN_NEED];
    expect(await listed({ verdicts: inNeed })).toBe(fleet.drivesInNeedTotal);
    expect(fleet.drivesInNeed.map(({ serial, verdict, others }) => [serial, verdict, others])).toEqual([
      ["S5", "replace", 1],
      ["S7", "missing", 0],
      // A day longer than the next.
      ["S4", "watch", 1],
      ["S3", "watch", 0],
      ["S9", "unknown", 0],
    ]);
    expect(fleet.reasons.map(({ rule, severity, drives }) => [rule, severity, drives])).toEqual([
      ["mediaErrors", "replace", 3],
      ["availableSpare", "replace", 1],
      ["missing", "missing", 1],
      ["unsafeShutdowns", "watch", 1],
      ["noSample", "unknown", 1],
    ]);
    for (const { rule, drives } of fleet.reasons)
      expect(await listed({ rules: [rule], verdicts: inNeed })).toBe(drives);
  });

  it.each(["model", "firmware", "group", "host"] as const)("health by %s", async (by) => {
    const { rows, more } = await fleetHealth(viewer(), { by });
    expect([rows.length, more]).toEqual([{ model: 2, firmware: 6, group: 1, host: 2 }[by], false]);
    for (const { key, model, drives, byVerdict } of rows) {
      const filter: Filter = {
        model: { models: [key] },
        firmware: { firmwares: [key], models: [model ?? ""] },
        group: { groupIds: [key] },
        host: { hostIds: [key] },
      }[by];
      expect(await listed(filter)).toBe(drives);
      expect(byVerdict.reduce((sum, { count }) => sum + count, 0)).toBe(drives);
      for (const { verdict, count } of byVerdict) expect(await listed({ ...filter, verdicts: [verdict] })).toBe(count);
    }
    if (by === "group") expect(rows).toMatchObject([{ key: groupId, name: "Shelf", drives: 7 }]);
    if (by === "host") expect(rows.map(({ name }) => name)).toEqual(["stor-1", "stor-2"]);
  });

  it("temperatures and wear, with the limits of the drives themselves", async () => {
    const { celsius, limits, percentagesUsed } = await fleetReadings(viewer());
    expect(celsius).toEqual({
      belowLimits: [
        { value: 40, count: 2 },
        { value: 41, count: 1 },
      ],
      warning: [
        { value: 70, count: 1 },
        { value: 71, count: 1 },
      ],
      critical: [{ value: 86, count: 1 }],
    });
    expect(limits).toEqual({ warning: [{ value: 70, count: 6 }], critical: [{ value: 85, count: 6 }] });
    for (const { value, count } of Object.values(celsius).flat()) {
      expect(await listed({ celsius: { from: value, to: value } })).toBe(count);
    }
    expect(await listed({ celsius: { from: 70 } })).toBe(3);
    expect(percentagesUsed.map(({ value, count }) => [value, count])).toEqual([
      [3, 2],
      [7, 1],
      [50, 1],
      [51, 1],
      [99, 1],
      [100, 1],
      [104, 1],
    ]);
    for (const { value, count } of percentagesUsed) {
      expect(await listed({ percentageUsed: { from: value, to: value } })).toBe(count);
    }
    expect(await listed({ percentageUsed: { from: 100 } })).toBe(2);
  });

  it.each(["model", "group"] as const)("the ends of wear, by %s", async (by) => {
    const { ends, of } = await replacements(viewer(), { by });
    expect(ends.filter(({ count }) => count > 0).map(({ ends: choice, count }) => [choice, count])).toEqual([
      ["reached", 2],
      // Three days ago, and so much is left of the month.
      ["2026-11", 1],
      ["2026-12", 1],
      ["2027-12", 1],
      ["2028-04", 1],
      ["later", 2],
      ["notEnoughData", 1],
    ]);
    for (const { ends: choice, count, shares } of ends) {
      expect(await listed({ wearEnds: [choice] })).toBe(count);
      for (const { key, count: part } of shares) {
        const filter: Filter = by === "model" ? { models: [key] } : { groupIds: [key] };
        expect(await listed({ ...filter, wearEnds: [choice] })).toBe(part);
      }
    }
    expect(of.map(({ name }) => name).toSorted()).toEqual(by === "model" ? ["EVEN", "ODD"] : ["Shelf"]);
    expect(ends.reduce((sum, { count }) => sum + count, 0)).toBe(await listed({}));
    expect(await listed({ wearEnds: ["reached", "2026-12", "notEnoughData"] })).toBe(4);
  });
});

describe("the fleet page", () => {
  it("names those that stand out, of those that are expected", async () => {
    const { hottest, mostWorn, fastestWearing } = await fleetReadings(viewer());
    const serials = (drives: readonly { serial: string }[]) => drives.map(({ serial }) => serial);
    expect(serials(hottest)).toEqual(["S2", "S1", "S3", "S4", "S0"]);
    expect(hottest[0]).toMatchObject({ temperatureKelvin: 359, warningKelvin: 343, hostname: "stor-1" });
    expect(serials(mostWorn)).toEqual(["S3", "S2", "S4", "S6", "S5"]);
    expect(serials(fastestWearing), "by percent a day, the retired one not").toEqual(["S4", "S5", "S0", "S1", "S7"]);
  });

  it("tells what changed in a week, those of one host together", async () => {
    await test.db.driveCondition.updateMany({ where: { rule: "unsafeShutdowns" }, data: { endedAt: later(-0.5) } });
    try {
      const changes = await fleetChanges(viewer());
      const told = changes.map((change) => (change.change === "firmware" ? change.firmware : change.rule));
      expect(
        changes.map(({ change, drives }, index) => [change, told[index], drives.map(({ serial }) => serial)]),
      ).toEqual([
        ["ended", "unsafeShutdowns", ["S4"]],
        ["began", "mediaErrors", ["S3"]],
        ["began", "mediaErrors", ["S4"]],
        ["began", "unsafeShutdowns", ["S4"]],
        ["began", "availableSpare", ["S5"]],
        ["began", "mediaErrors", ["S5"]],
        ["began", "hostNotReporting", ["S6"]],
        ["began", "missing", ["S7"]],
      ]);
    } finally {
      await test.db.driveCondition.updateMany({ where: { rule: "unsafeShutdowns" }, data: { endedAt: null } });
    }
    const together = { where: { rule: { in: ["mediaErrors", "noSample"] } } };
    await test.db.driveCondition.updateMany({
      ...together,
      data: { since: later(-0.25), rule: "noSample", severity: "watch" },
    });
    const [first, second] = await fleetChanges(viewer());
    expect([first, second]).toMatchObject([
      { host: { name: "stor-1" }, drives: [{ serial: "S3" }, { serial: "S8" }, { serial: "S9" }], others: 0, text: "" },
      { host: { name: "stor-2" }, drives: [{ serial: "S4" }, { serial: "S5" }], othersAtLeast: false },
    ]);
    const { id: driveId } = await test.db.drive.findFirstOrThrow({ where: { serial: "S0" } });
    const many = Array.from({ length: 201 }, (_, second) => new Date(now.getTime() - 60_000 - second * 1000));
    const flapping = { driveId, rule: "temperature", severity: "watch" } as const;
    await test.db.driveCondition.createMany({ data: many.map((since) => ({ ...flapping, since, endedAt: since })) });
    try {
      const cut = (await fleetChanges(viewer())).filter(({ drives }) => drives[0]?.serial === "S0");
      expect(cut.map(({ change, othersAtLeast }) => [change, othersAtLeast]).toSorted()).toEqual([
        ["began", true],
        ["ended", true],
      ]);
    } finally {
      await test.db.driveCondition.deleteMany({ where: { driveId } });
    }
  });

  it("tells which drives have another firmware, those of one host and model together", async () => {
    const drives = await test.db.drive.findMany({ where: { serial: { in: ["S0", "S2", "S4"] } } });
    const from = { previous: "F0", firmware: "F9" };
    const at = (serial: string) => later(serial === "S4" ? -0.001 : -0.002);
    const place = (serial: string) => (serial === "S4" ? 1 : 0);
    await test.db.driveFirmwareChange.createMany({
      data: drives.map(({ id, serial }) => ({
        ...{ ...from, driveId: id, at: at(serial), hostId: hostIds[place(serial)] ?? null },
        hostname: `stor-${place(serial) + 1}`,
      })),
    });
    const old = { previous: "A", firmware: "B", hostId: null, hostname: "gone", at: later(-8) };
    await test.db.driveFirmwareChange.create({ data: { ...old, driveId: drives[0]?.id ?? "" } });
    try {
      const changes = (await fleetChanges(viewer())).filter(({ change }) => change === "firmware");
      expect(changes).toMatchObject([
        { ...from, at: at("S4"), host: { name: "stor-2" }, drives: [{ serial: "S4" }], others: 0 },
        { ...from, at: at("S0"), host: { name: "stor-1" }, drives: [{ serial: "S0" }, { serial: "S2" }] },
      ]);
    } finally {
      await test.db.driveFirmwareChange.deleteMany();
    }
  });

  it("tells what began to fail beside a roll-out of firmware over many hosts", async () => {
    const { id: driveId } = await test.db.drive.findFirstOrThrow({ where: { serial: "S0" } });
    const rules = [
      "temperature",
      "percentageUsed",
      "mediaErrors",
      "availableSpare",
      "unsafeShutdowns",
      "criticalWarning",
    ];
    const times = rules.map((_, minute) => new Date(now.getTime() - 3_600_000 - minute * 60_000));
    await test.db.driveCondition.createMany({
      data: rules.map((rule, place) => {
        const since = times[place] ?? now;
        return { driveId, rule, severity: "watch", since, endedAt: since };
      }),
    });
    // Later than all of that, host by host.
    await test.db.driveFirmwareChange.createMany({
      data: Array.from({ length: 30 }, (_, host) => ({
        ...{ driveId, previous: "F0", firmware: "F9", hostname: `many-${host}` },
        at: new Date(now.getTime() - host * 1000),
      })),
    });
    try {
      const changes = await fleetChanges(viewer());
      const isFirmware = changes.map(({ change }) => change === "firmware");
      expect(isFirmware).toEqual([...new Array(4).fill(true), ...new Array(8).fill(false)]);
    } finally {
      await test.db.driveFirmwareChange.deleteMany();
      await test.db.driveCondition.deleteMany({ where: { driveId } });
    }
  });

  it("tells how many there were a week ago, by the day before where there is no week yet", async () => {
    expect((await getFleet(viewer())).earlier, "nobody counted").toBeUndefined();
    await noteFleetDay(system(now));
    expect((await getFleet(viewer())).earlier, "only today").toBeUndefined();
    const { earlier } = await getFleet(viewer(later(2)));
    expect(earlier).toMatchObject({ day: "2026-11-21" });
    expect(earlier?.byVerdict).toContainEqual({ verdict: "watch", count: 2 });
    expect(await noteFleetDay(system(now)), "again on that day").toBe(0);
    await noteFleetDay(system(later(3)));
    expect((await getFleet(viewer(later(7)))).earlier?.day).toBe("2026-11-21");
    expect((await getFleet(viewer(later(8)))).earlier?.day).toBe("2026-11-24");
    await test.db.host.updateMany({ data: { lastSeenAt: later(500), clockSkewMs: 0n } });
    await noteFleetDay(system(later(500)));
    expect(await test.db.fleetDay.count()).toBe(VERDICTS.length);
  });
});
