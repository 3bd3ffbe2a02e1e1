import { firmwareNotices } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { listDrives, listDrivesInput } from "../drive/list.ts";
import { contextOf } from "../testing/fleet.ts";
import { firmwareOfDrive } from "./firmware-of-drive.ts";
import { listFirmwareAdvice } from "./list-firmware-advice.ts";
import { previewFirmwareAdvice, previewFirmwareAdviceInput } from "./preview-firmware-advice.ts";
import { restoreFirmwareAdvice } from "./restore-firmware-advice.ts";
import { readFirmwareList } from "./rules/firmware-list.ts";
import { saveFirmwareAdvice, saveFirmwareAdviceInput } from "./save-firmware-advice.ts";
import { seedFirmwareAdvice } from "./seed-firmware-advice.ts";
import { addJudgedDrive, hourMs } from "./testing/judged-drive.ts";
import { withdrawFirmwareAdvice } from "./withdraw-firmware-advice.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const start = new Date("2026-10-01T00:00:00Z");
const at = (hour: number) => new Date(start.getTime() + hour * hourMs);
const admin = (hour: number) => contextOf(test.db, "admin", at(hour));
const worker = (): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "test" }, now: start });

it("begins with the catalog's list, and leaves to people what they changed", async () => {
  expect(await seedFirmwareAdvice(worker())).toBe(firmwareNotices.length);
  expect(await seedFirmwareAdvice(worker())).toBe(0);
  const [first, second] = firmwareNotices;
  if (first === undefined || second === undefined) throw new Error("the catalog has no notices");
  const { models, bad, impact, source } = first;
  const changed = { models: [...models], bad: [...bad], fixed: null, impact, text: "Ours.", ...source };
  await saveFirmwareAdvice(admin(1), { id: first.id, ...changed, why: "we know better" });
  await withdrawFirmwareAdvice(admin(1), { id: second.id, why: "not our hardware" });
  await test.db.firmwareAdvice.updateMany({ where: { id: firmwareNotices[2]?.id ?? "" }, data: { text: "Outdated." } });
  expect(await seedFirmwareAdvice(worker())).toBe(1);
  const list = await listFirmwareAdvice(admin(2));
  expect(list.find(({ id }) => id === first.id)).toMatchObject({ text: "Ours.", fromCatalog: false });
  expect(list.find(({ id }) => id === second.id)?.withdrawnAt).toEqual(at(1));
  const audit = await test.db.auditEntry.findMany({
    where: { objectKind: "firmwareAdvice" },
    orderBy: { time: "asc" },
  });
  expect(audit.map(({ action }) => action)).toEqual(["health.changeFirmwareAdvice", "health.withdrawFirmwareAdvice"]);
});

it("has an entry of the catalog again as the catalog has it, whether it was changed or taken off", async () => {
  const ids = firmwareNotices.slice(0, 2).map(({ id }) => id);
  for (const id of ids) await restoreFirmwareAdvice(admin(3), { id, why: "a mistake" });
  const list = (await listFirmwareAdvice(admin(4))).filter(({ id }) => ids.includes(id));
  expect(list.map(({ text }) => text).toSorted()).toEqual(
    firmwareNotices
      .slice(0, 2)
      .map(({ text }) => text)
      .toSorted(),
  );
  for (const entry of list) expect(entry).toMatchObject({ fromCatalog: true, withdrawnAt: undefined });
  const again = { id: ids[0] ?? "", why: "again" };
  await expect(restoreFirmwareAdvice(admin(4), again)).rejects.toMatchObject({ code: "conflict" });
  expect(await test.db.auditEntry.count({ where: { action: "health.restoreFirmwareAdvice" } })).toBe(2);
});

it("has each figure of an entry of our own, also after it was taken off and put back", async () => {
  const entry = {
    ...{ models: ["ACME H*"], bad: ["HOURS1"], fixed: null, impact: "hang" as const, powerOnHours: 32_768 },
    ...{ text: "It stops.", publisher: "ACME", url: "https://example.com/hours", why: "a test" },
  };
  const { id } = await saveFirmwareAdvice(admin(1), entry);
  await withdrawFirmwareAdvice(admin(2), { id, why: "wrong" });
  await restoreFirmwareAdvice(admin(3), { id, why: "right after all" });
  const listed = (await listFirmwareAdvice(admin(4))).find((each) => each.id === id);
  expect(listed).toMatchObject({ powerOnHours: 32_768, fromCatalog: false, inCatalog: false, withdrawnAt: undefined });
  await saveFirmwareAdvice(admin(5), { ...entry, id, powerOnHours: null });
  expect((await readFirmwareList(test.db)).find((each) => each.id === id)).not.toHaveProperty("powerOnHours");
});

it("takes each entry of the catalog as a person would save it, also one that is about any model", async () => {
  for (const { id, models, bad, fixed = null, impact, powerOnHours = null, text, source } of firmwareNotices) {
    const asked = { id, models, bad, fixed, impact, powerOnHours, text, ...source, why: "a test" };
    expect(saveFirmwareAdviceInput.safeParse(asked).error, id).toBeUndefined();
  }
  expect(firmwareNotices.some(({ models }) => models.includes("*"))).toBe(true);
  const refused = { models: ["*"], bad: ["*"] };
  expect(previewFirmwareAdviceInput.safeParse(refused).error?.issues.map(({ path }) => path)).toEqual([["bad", 0]]);
  for (const models of [["**"], ["A"], [""]]) {
    expect(previewFirmwareAdviceInput.safeParse({ models, bad: ["F1"] }).success, models[0]).toBe(false);
  }
});

it("counts the drives that it is about, and the drives list has those: pairs of a model and a firmware, not each with each", async () => {
  const pairs = [
    ["ACME PAIR A", "P1"],
    ["ACME PAIR A", "P2"],
    ["ACME PAIR B", "P1"],
    ["ACME PAIR B", "P2"],
    ["ACME PAIR C", "P1"],
  ] as const;
  const ids = new Map<string, string>();
  for (const [model, firmware] of pairs) {
    const { id } = await addJudgedDrive(test.db, { model, since: start });
    await test.db.drive.update({ where: { id }, data: { firmware } });
    await test.db.driveState.update({ where: { driveId: id }, data: { firmware } });
    ids.set(`${model} ${firmware}`, id);
  }
  const entry = {
    ...{ fixed: null, impact: "hang" as const, text: "It hangs.", publisher: "ACME", why: "a test" },
    url: "https://example.com/pairs",
  };
  // Of B, P2 alone; of A, both.
  const { id: a } = await saveFirmwareAdvice(admin(1), { ...entry, models: ["ACME PAIR A"], bad: ["P*"] });
  const { id: b } = await saveFirmwareAdvice(admin(1), { ...entry, models: ["ACME PAIR B"], bad: ["P2"] });
  const listed = async (asked: Partial<z.input<typeof listDrivesInput>>) => {
    const { drives, total } = await listDrives(admin(2), listDrivesInput.parse({ ...asked, sort: "model" }));
    expect(drives.length).toBe(total);
    return drives.map(({ model, firmware }) => `${model} ${firmware}`).toSorted();
  };
  const counted = async (id: string) => (await listFirmwareAdvice(admin(2))).find((each) => each.id === id)?.drives;
  expect(await listed({ noticeIds: [a] })).toEqual(["ACME PAIR A P1", "ACME PAIR A P2"]);
  expect(await counted(a)).toBe(2);
  expect(await listed({ noticeIds: [b] })).toEqual(["ACME PAIR B P2"]);
  expect(await listed({ noticeIds: [a, b] })).toEqual(["ACME PAIR A P1", "ACME PAIR A P2", "ACME PAIR B P2"]);
  expect(await listed({ noticeIds: ["no such notice"] })).toEqual([]);
  await test.db.driveState.update({
    where: { driveId: ids.get("ACME PAIR B P2") ?? "" },
    data: { lifecycle: "retired" },
  });
  expect([await counted(b), await listed({ noticeIds: [b] })]).toEqual([0, []]);
  expect(await listed({ noticeIds: [b], lifecycles: ["retired"] })).toEqual(["ACME PAIR B P2"]);
});

it("counts the drives that it is about before it is saved", async () => {
  const drive = await addJudgedDrive(test.db, { model: "ACME COUNTED", since: start });
  const { firmware } = await test.db.drive.findUniqueOrThrow({ where: { id: drive.id } });
  const asked = { models: ["acme count*"], bad: [firmware] };
  expect(await previewFirmwareAdvice(admin(0), asked)).toEqual({
    drives: 1,
    firmwares: [{ model: "ACME COUNTED", firmware, drives: 1 }],
    more: false,
  });
  expect(await previewFirmwareAdvice(admin(0), { ...asked, bad: ["OTHER"] })).toMatchObject({ drives: 0 });
});

it("marks the drives with a firmware on it, until it is taken off", async () => {
  const drive = await addJudgedDrive(test.db, { model: "ACME FIRM", since: start });
  await drive.sample(at(0));
  await drive.work(at(2));
  expect(await drive.verdict()).toBe("good");
  const { id } = await saveFirmwareAdvice(admin(2), {
    models: ["ACME F*"],
    bad: ["E201*"],
    fixed: "E2010500",
    impact: "hang",
    text: "It hangs.",
    publisher: "ACME",
    url: "https://example.com/notice",
    why: "seen here",
  });
  await drive.work(at(2));
  expect(await drive.open()).toEqual([expect.stringMatching(/^firmwareKnownBad watch/)]);
  const ofDrive = () => firmwareOfDrive(admin(2), { driveId: drive.id });
  expect(await ofDrive()).toMatchObject({
    model: "ACME FIRM",
    notices: [{ id, fixed: "E2010500", text: "It hangs." }],
  });
  await withdrawFirmwareAdvice(admin(3), { id, why: "it was the slot" });
  await drive.work(at(3));
  expect(await drive.verdict()).toBe("good");
  expect((await ofDrive()).notices, "taken off the list").toEqual([]);
});
