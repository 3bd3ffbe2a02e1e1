import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contextOf } from "../testing/fleet.ts";
import { listThresholds } from "./list-thresholds.ts";
import { removeThreshold } from "./remove-threshold.ts";
import { setThreshold } from "./set-threshold.ts";
import { addJudgedDrive, hourMs } from "./testing/judged-drive.ts";
import { thresholdsAt } from "./thresholds-at.ts";
import { thresholdsOfDrive } from "./thresholds-of-drive.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const start = new Date("2026-10-01T00:00:00Z");
const at = (hour: number) => new Date(start.getTime() + hour * hourMs);
const admin = (hour: number) => contextOf(test.db, "admin", at(hour));

it("judges a drive by the narrowest threshold, from its next sample on, and says who set it and why", async () => {
  const drive = await addJudgedDrive(test.db, { model: "ACME ONE", since: start });
  await drive.sample(at(0), { percentageUsed: 85 });
  expect(await drive.verdict()).toBe("good");

  const from = (severity: "watch" | "replace", value: number) => [{ severity, at: value }];
  const model = { kind: "model", model: "ACME ONE" } as const;
  await setThreshold(admin(1), { scope: model, rule: "percentageUsed", grades: from("watch", 80), why: "warranty" });
  await drive.sample(at(2), { percentageUsed: 85 });
  expect(await drive.open()).toEqual(["percentageUsed watch 85"]);

  await setThreshold(admin(3), { scope: { kind: "fleet" }, rule: "percentageUsed", grades: "off", why: "too early" });
  await drive.sample(at(4), { percentageUsed: 86 });
  expect(await drive.verdict()).toBe("watch");

  const one = { kind: "drive", driveId: drive.id } as const;
  await setThreshold(admin(5), { scope: one, rule: "percentageUsed", grades: "off", why: "a scratch drive" });
  await drive.sample(at(6), { percentageUsed: 86 });
  expect(await drive.open()).toEqual([]);

  const [newest] = await listThresholds(admin(7));
  expect(newest).toMatchObject({ scope: one, grades: "off", changedBy: "admin@example.net", why: "a scratch drive" });
  await removeThreshold(admin(7), { thresholdId: newest?.id ?? "", why: "in service again" });
  await drive.sample(at(8), { percentageUsed: 86 });
  expect(await drive.verdict()).toBe("watch");

  const audit = await test.db.auditEntry.findMany({
    where: { objectKind: "healthThreshold" },
    orderBy: { time: "asc" },
  });
  expect(audit.map(({ action, detail }) => [action, (detail as { why: string }).why])).toEqual([
    ["health.setThreshold", "warranty"],
    ["health.setThreshold", "too early"],
    ["health.setThreshold", "a scratch drive"],
    ["health.removeThreshold", "in service again"],
  ]);
  expect(audit[0]).toMatchObject({
    actorLabel: "admin@example.net",
    detail: { rule: "Percentage used", drives: "ACME ONE", before: "default", after: "watch: 80\u2009% or more" },
  });
});

it("is set for a group, between its model and the drive itself", async () => {
  const drive = await addJudgedDrive(test.db, { model: "ACME THREE", since: start });
  const group = await test.db.fleetGroup.create({
    data: {
      name: "Scratch",
      kind: "drives",
      createdBy: "test",
      createdAt: start,
      updatedAt: start,
      members: { create: { driveId: drive.id } },
    },
  });
  const from = (at: number) => [{ severity: "watch" as const, at }];
  const set = (scope: Parameters<typeof setThreshold>[1]["scope"], at: number) =>
    setThreshold(admin(1), { scope, rule: "percentageUsed", grades: from(at), why: "a test" });
  await set({ kind: "group", groupId: group.id }, 50);
  await set({ kind: "model", model: "ACME THREE" }, 80);
  await drive.sample(at(2), { percentageUsed: 60 });
  expect(await drive.open()).toEqual(["percentageUsed watch 60"]);
  await set({ kind: "drive", driveId: drive.id }, 70);
  await drive.sample(at(3), { percentageUsed: 60 });
  expect(await drive.open()).toEqual([]);

  const ofDrive = async (driveId: string) => {
    const held = await thresholdsOfDrive(admin(4), { driveId });
    return held.find(({ id }) => id === "percentageUsed");
  };
  expect(await ofDrive(drive.id)).toMatchObject({
    grades: [{ severity: "watch", at: 70 }],
    text: expect.stringMatching(/70.%/),
    ownText: expect.stringMatching(/90.%/),
    origin: { kind: "drive", changedBy: "admin@example.net", why: "a test" },
    otherwise: { text: expect.stringMatching(/50.%/), origin: { kind: "group", name: "Scratch" } },
  });
  await test.db.healthThreshold.deleteMany({ where: { scope: "drive", scopeId: drive.id } });
  expect(await ofDrive(drive.id)).toMatchObject({
    grades: [{ severity: "watch", at: 50 }],
    origin: { kind: "group", name: "Scratch", groupId: group.id },
    otherwise: { text: expect.stringMatching(/80.%/), origin: { kind: "model", name: "ACME THREE" } },
  });
  const other = await addJudgedDrive(test.db, { model: "ACME THREE", since: start });
  expect((await ofDrive(other.id))?.origin).toMatchObject({ kind: "model", name: "ACME THREE" });
  const apart = await addJudgedDrive(test.db, { model: "ACME FOUR", since: start });
  await test.db.healthThreshold.deleteMany({ where: { scope: "fleet" } });
  expect(await ofDrive(apart.id)).toMatchObject({ grades: [{ severity: "watch", at: 90 }], origin: { kind: "rule" } });
  expect((await ofDrive(apart.id))?.otherwise, "nobody has said anything").toBeUndefined();
  expect((await ofDrive(other.id))?.otherwise).toMatchObject({
    text: expect.stringMatching(/90.%/),
    origin: { kind: "rule" },
  });
  await setThreshold(admin(4), { scope: { kind: "fleet" }, rule: "percentageUsed", grades: "off", why: "too early" });
  expect(await ofDrive(apart.id)).toMatchObject({ grades: [], origin: { kind: "fleet", why: "too early" } });
  expect((await ofDrive(other.id))?.origin, "a model is narrower").toMatchObject({ kind: "model" });
});

it("has the worker judge again what it judges, at once", async () => {
  const drive = await addJudgedDrive(test.db, { since: start });
  await drive.sample(at(0));
  await drive.sample(at(1), { mediaErrors: "1" });
  await drive.work(at(3));
  expect(await drive.verdict()).toBe("watch");
  const scope = { kind: "drive", driveId: drive.id } as const;
  await setThreshold(admin(4), { scope, rule: "mediaErrors", grades: "off", why: "known" });
  await drive.work(at(4));
  expect(await drive.verdict()).toBe("good");
});

it("sets none that cannot be, nor for what there is not", async () => {
  const asked = { scope: { kind: "fleet" }, rule: "mediaErrors", why: "a test" } as const;
  const absurd = [{ severity: "watch", at: -3 }] as const;
  await expect(setThreshold(admin(0), { ...asked, grades: [...absurd] })).rejects.toMatchObject({ code: "invalid" });
  const nowhere = { kind: "model", model: "NOBODY HAS IT" } as const;
  await expect(setThreshold(admin(0), { ...asked, scope: nowhere, grades: "off" })).rejects.toMatchObject({
    code: "notFound",
  });
});

it("says what holds for a scope before it is changed there, and whose word that is", async () => {
  const model = "Samsung SSD 990 PRO 2TB";
  const drive = await addJudgedDrive(test.db, { model, since: start });
  const of = async (scope: Parameters<typeof thresholdsAt>[1]["scope"]) => {
    const held = (await thresholdsAt(admin(2), { scope })).find(({ id }) => id === "unpoweredLong");
    return [held?.grades.map(({ at }) => at), held?.origin.kind];
  };
  const defaultOf = async (scope: Parameters<typeof thresholdsAt>[1]["scope"]) => {
    const held = (await thresholdsAt(admin(2), { scope })).find(({ id }) => id === "unpoweredLong");
    return held?.defaultGrades.map(({ at }) => at);
  };
  const ofModel = { kind: "model", model } as const;
  const [own, word] = await of({ kind: "fleet" });
  expect([own, word]).toEqual([[90], "rule"]);
  expect(await of(ofModel), "the catalog has other grades for it").toEqual([[365], "catalog"]);
  expect(await of({ kind: "model", model: "ACME ONE" })).toEqual([own, "rule"]);
  expect(await of({ kind: "drive", driveId: drive.id })).toEqual([[365], "catalog"]);

  const set = (scope: Parameters<typeof setThreshold>[1]["scope"], days: number) =>
    setThreshold(admin(1), { scope, rule: "unpoweredLong", grades: [{ severity: "watch", at: days }], why: "a test" });
  await set({ kind: "fleet" }, 100);
  expect(await of(ofModel)).toEqual([[100], "fleet"]);
  await set(ofModel, 50);
  expect(await of(ofModel)).toEqual([[50], "model"]);
  expect(await of({ kind: "fleet" })).toEqual([[100], "fleet"]);
  expect(await of({ kind: "drive", driveId: drive.id })).toEqual([[50], "model"]);
  expect(await defaultOf(ofModel), "what held before anybody said anything").toEqual([365]);
  expect(await defaultOf({ kind: "drive", driveId: drive.id })).toEqual([365]);
  expect(await defaultOf({ kind: "fleet" })).toEqual([90]);

  await set({ kind: "drive", driveId: drive.id }, 20);
  await test.db.drive.delete({ where: { id: drive.id } });
  expect(await of({ kind: "drive", driveId: drive.id }), "so that it can be removed").toEqual([[20], "drive"]);
});
