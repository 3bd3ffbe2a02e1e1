import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { SmartLog } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../testing/fleet.ts";
import { acknowledge } from "./acknowledge.ts";
import { conditionsOf } from "./conditions-of.ts";
import { judgePasts } from "./judge-past.ts";
import { addJudgedDrive, dayMs, hourMs, type JudgedDrive } from "./testing/judged-drive.ts";
import { withdrawAcknowledgement } from "./withdraw-acknowledgement.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const start = new Date("2026-10-01T00:00:00Z");
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);
const hours = (count: number) => new Date(start.getTime() + count * hourMs);
const days = (count: number) => new Date(start.getTime() + count * dayMs);
const drive = (more: { model?: string; controller?: { warningTemperatureKelvin: number } } = {}) =>
  addJudgedDrive(test.db, { since: start, ...more });
const person = (at: Date) => contextOf(test.db, "operator", at);

/** A sample at the beginning of an hour, and the worker's work once it is settled. */
async function told(judged: JudgedDrive, hour: number, log: Partial<SmartLog> = {}) {
  await judged.sample(hours(hour), log);
  await judged.work(new Date(hours(hour + 1).getTime() + 6 * 60_000));
}

describe("critical warning 04h", () => {
  it("is to be watched where the rating is merely used up", async () => {
    const worn = await drive({ model: "ACME WORN" });
    await told(worn, 0, { criticalWarning: 4, percentageUsed: 104, mediaErrors: "0" });
    expect(await worn.verdict()).toBe("watch");
    expect(await worn.open()).toEqual(["criticalWarning.reliabilityDegraded watch 4", "percentageUsed watch 104"]);
  });

  it("condemns a drive that is nearly new", async () => {
    const dying = await drive();
    await told(dying, 0, { criticalWarning: 4, percentageUsed: 0 });
    expect(await dying.verdict()).toBe("replace");
  });

  it("condemns a worn one whose media errors grow", async () => {
    const worn = await drive({ model: "ACME WORN" });
    await told(worn, 0, { criticalWarning: 4, percentageUsed: 104 });
    await told(worn, 2, { criticalWarning: 4, percentageUsed: 104, mediaErrors: "1" });
    await told(worn, 4, { criticalWarning: 4, percentageUsed: 104, mediaErrors: "1" });
    expect(await worn.open()).toContain("criticalWarning.reliabilityDegraded replace 4");
  });
});

describe("media errors", () => {
  it("that are old condemn nothing: they are shown once, and go with one acknowledgement", async () => {
    const old = await drive();
    await told(old, 0, { mediaErrors: "3" });
    expect(await old.open()).toEqual(["mediaErrorsBefore watch 3"]);
    await acknowledge(person(hours(2)), { driveId: old.id, rule: "mediaErrorsBefore", note: "from before" });
    await told(old, 3, { mediaErrors: "3" });
    expect(await old.verdict()).toBe("good");
    await told(old, 24 * 40, { mediaErrors: "3" });
    expect(await old.verdict()).toBe("good");
  });

  it("that grow do, by how much, and are forgotten after 30 quiet days", async () => {
    const growing = await drive();
    await told(growing, 0, { mediaErrors: "7" });
    await acknowledge(person(hours(1)), { driveId: growing.id, rule: "mediaErrorsBefore", note: "from before" });
    await told(growing, 2, { mediaErrors: "8" });
    expect(await growing.open()).toContain("mediaErrors watch 1");
    expect(await growing.verdict()).toBe("watch");
    await told(growing, 4, { mediaErrors: "17" });
    expect(await growing.open()).toContain("mediaErrors replace 10");
    expect(await growing.verdict()).toBe("replace");
    await told(growing, 24 * 29, { mediaErrors: "17" });
    expect(await growing.verdict()).not.toBe("good");
    await told(growing, 24 * 31, { mediaErrors: "17" });
    expect(await growing.verdict()).toBe("good");
  });

  it("do not become fewer because nobody looks", async () => {
    const silent = await drive();
    await told(silent, 0);
    await told(silent, 2, { mediaErrors: "1" });
    await silent.work(days(60));
    expect(await silent.open()).toEqual(["mediaErrors watch 1"]);
  });

  it("are counted once, where they came, when an outage's samples arrive late", async () => {
    const cut = await drive();
    await told(cut, 0);
    await told(cut, 48, { mediaErrors: "12" });
    expect(await cut.open()).toEqual(["mediaErrors replace 12"]);
    // What was kept through the outage says that they came in its second hour.
    for (const hour of [1, 2, 3, 20]) {
      await cut.sample(hours(hour), { mediaErrors: hour < 2 ? "0" : "12" }, hours(50));
    }
    await cut.work(hours(51));
    expect(await cut.open()).toEqual(["mediaErrors replace 12"]);
    const eventful = await test.db.smartHour.findMany({ where: { driveId: cut.id, mediaErrorsIncrease: { gt: 0 } } });
    expect(eventful.map(({ time }) => time)).toEqual([hours(2)]);
  });
});

describe("unsafe shutdowns", () => {
  it("say nothing by how many there were, and something by how fast they come", async () => {
    const cut = await drive();
    await told(cut, 0, { unsafeShutdowns: "540", powerCycles: "1000" });
    expect(await cut.verdict()).toBe("good");
    await told(cut, 24, { unsafeShutdowns: "542", powerCycles: "1002" });
    expect(await cut.verdict()).toBe("good");
    await told(cut, 48, { unsafeShutdowns: "543", powerCycles: "1003" });
    expect(await cut.open()).toEqual(["unsafeShutdowns watch 3"]);
    await told(cut, 24 * 17, { unsafeShutdowns: "543", powerCycles: "1003" });
    expect(await cut.verdict()).toBe("good");
  });
});

describe("a log that the drive refuses", () => {
  it("blinds nobody for the others", async () => {
    const partly = await drive();
    const problem = { kind: "commandFailed", detail: "id-ctrl", remedy: "", reportedBy: "inventory" };
    await test.db.drive.update({ where: { id: partly.id }, data: { problem, problemSince: start } });
    await test.db.driveState.update({ where: { driveId: partly.id }, data: { problemKind: "commandFailed" } });
    await told(partly, 0);
    await told(partly, 2, { availableSparePercent: 5, mediaErrors: "10" });
    const open = await partly.open();
    expect(open).toContain("availableSpare replace 5");
    expect(open).toContain("mediaErrors replace 10");
  });
});

describe("an acknowledgement", () => {
  it("holds until it gets worse, and can be withdrawn", async () => {
    const known = await drive();
    await told(known, 0);
    await told(known, 2, { mediaErrors: "2" });
    expect(await known.verdict()).toBe("watch");
    const asked = { driveId: known.id, rule: "mediaErrors" } as const;
    await acknowledge(person(hours(4)), { ...asked, note: "scrubbed" });
    expect(await known.verdict()).toBe("good");
    await told(known, 5, { mediaErrors: "2" });
    expect(await known.verdict()).toBe("good");
    expect(await known.open()).toEqual(["mediaErrors watch 2"]);

    await withdrawAcknowledgement(person(hours(7)), asked);
    expect(await known.verdict()).toBe("watch");
    await acknowledge(person(hours(7)), { ...asked, note: "scrubbed again" });
    await told(known, 8, { mediaErrors: "3" });
    expect(await known.verdict()).toBe("watch");
    const actions = await test.db.auditEntry.findMany({ where: { objectId: known.id }, orderBy: { time: "asc" } });
    expect(actions.map(({ action }) => action)).toEqual([
      "health.acknowledge",
      "health.withdrawAcknowledgement",
      "health.acknowledge",
    ]);
    expect(actions[0]).toMatchObject({ actorLabel: "operator@example.net", detail: { note: "scrubbed" } });
  });

  it("makes no drive good that is not there", async () => {
    const fresh = await drive();
    await fresh.sample(start);
    await test.db.driveCondition.create({
      data: { driveId: fresh.id, rule: "missing", severity: "missing", since: start },
    });
    const asked = acknowledge(person(hours(1)), { driveId: fresh.id, rule: "missing", note: "pulled" });
    await expect(asked).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a temperature", () => {
  it("is a condition after ten minutes above, and ends once it has cooled for ten", async () => {
    const hot = await drive({ controller: { warningTemperatureKelvin: 343 } });
    const kelvin = async (from: number, to: number, compositeTemperatureKelvin: number) => {
      for (let minute = from; minute <= to; minute += 1)
        await hot.sample(minutes(minute), { compositeTemperatureKelvin });
      await hot.work(minutes(to));
    };
    await kelvin(0, 9, 343);
    expect(await hot.verdict()).toBe("good");
    await kelvin(10, 11, 343);
    expect(await hot.open()).toEqual(["warningTemperature watch 343"]);
    // One kelvin below is not yet cool.
    await kelvin(12, 40, 342);
    expect(await hot.verdict()).toBe("watch");
    await kelvin(41, 49, 339);
    expect(await hot.verdict()).toBe("watch");
    await kelvin(50, 53, 339);
    expect(await hot.verdict()).toBe("good");
  });
});

describe("the history of conditions", () => {
  it("tells what was open in a part of the past, with what was said of it", async () => {
    const told2 = await drive();
    await told(told2, 0);
    await told(told2, 2, { availableSparePercent: 5 });
    await told(told2, 100, { availableSparePercent: 5 });
    const { conditions, more } = await conditionsOf(person(hours(200)), {
      driveId: told2.id,
      since: hours(50),
      until: hours(60),
    });
    expect(more).toBe(false);
    expect(conditions).toMatchObject([
      { rule: "availableSpare", severity: "replace", since: hours(2), endedAt: undefined },
    ]);
    const before = await conditionsOf(person(hours(200)), { driveId: told2.id, since: start, until: hours(1) });
    expect(before.conditions).toEqual([]);
  });

  it("has nothing that was over when the part begins: what waited for the first sample is no part of the time since it", async () => {
    const { id: driveId } = await drive();
    const waited = { driveId, rule: "noSample", severity: "unknown", since: start, endedAt: hours(3) };
    await test.db.driveCondition.create({ data: waited });
    const rulesSince = async (since: Date) => {
      const { conditions } = await conditionsOf(person(hours(9)), { driveId, since, until: hours(9) });
      return conditions.map(({ rule }) => rule);
    };
    expect(await rulesSince(hours(3))).toEqual([]);
    expect(await rulesSince(minutes(179))).toEqual(["noSample"]);
  });

  it("leaves out nothing that is open, however many came and went since it began", async () => {
    const flapping = await drive();
    const driveId = flapping.id;
    const flaps = Array.from({ length: 600 }, (_, index) => ({
      ...{ driveId, rule: "linkDegraded", severity: "watch" },
      ...{ since: minutes(index + 1), endedAt: minutes(index + 2) },
    }));
    const spare = { driveId, rule: "availableSpare", severity: "replace", since: start };
    await test.db.driveCondition.createMany({ data: [spare, ...flaps] });
    const range = { driveId, since: start, until: hours(20) };
    const { conditions, more } = await conditionsOf(person(hours(20)), range);
    expect(more).toBe(true);
    expect(conditions).toHaveLength(500);
    expect(conditions[0]).toMatchObject({ rule: "availableSpare", endedAt: undefined });
    expect(conditions[1], "of those that are over the last first").toMatchObject({ endedAt: minutes(601) });
  });
});

describe("a drive that was long without power", () => {
  it("is watched for two weeks, and one whose host was only silent is not", async () => {
    const [unpowered, silent] = [await drive(), await drive()];
    await told(unpowered, 0, { powerOnHours: "100" });
    await told(silent, 0, { powerOnHours: "100" });
    await told(unpowered, 100 * 24, { powerOnHours: "101" });
    await told(silent, 100 * 24, { powerOnHours: "2500" });
    // A day is added up, and wear told by it, once it is over.
    await told(unpowered, 101 * 24 + 2, { powerOnHours: "127" });
    await told(silent, 101 * 24 + 2, { powerOnHours: "2526" });
    expect(await unpowered.open()).toEqual(["unpoweredLong watch 99"]);
    expect(await silent.open()).toEqual([]);
    await told(unpowered, 113 * 24 + 2, { powerOnHours: "415" });
    expect(await unpowered.open()).toEqual(["unpoweredLong watch 99"]);
    await told(unpowered, 115 * 24 + 2, { powerOnHours: "463" });
    expect(await unpowered.open()).toEqual([]);
  });
});

describe("a drive that was without power for longer than its days are looked at", () => {
  it("is watched as well", async () => {
    const stored = await drive();
    await told(stored, 0, { powerOnHours: "100" });
    await told(stored, 26, { powerOnHours: "126" });
    await told(stored, 400 * 24, { powerOnHours: "127" });
    await told(stored, 401 * 24 + 2, { powerOnHours: "153" });
    expect(await stored.open()).toEqual(["unpoweredLong watch 398"]);
  });
});

describe("writes above the rating", () => {
  it("are watched through the day, and stay acknowledged, though days are read but once", async () => {
    const busy = await addJudgedDrive(test.db, { since: start, model: "INTEL SSDPE21K375GA" });
    // 60 drive writes a day of a drive that is rated for 30, at 375 GB.
    const units = (day: number) => String(1 + Math.round((day * 60 * 375e9) / 512_000));
    for (let day = 0; day <= 31; day += 1) await busy.sample(days(day), { dataUnitsWritten: units(day) });
    const at = (hour: number) => new Date(days(32).getTime() + hour * hourMs);
    await busy.sample(at(1), { dataUnitsWritten: units(32) });
    await busy.work(at(3));
    expect(await busy.open()).toContainEqual(expect.stringMatching(/^writesAboveRating watch/));
    const asked = { driveId: busy.id, rule: "writesAboveRating", note: "known" } as const;
    await acknowledge(person(at(4)), asked);
    await busy.sample(at(4), { dataUnitsWritten: units(32) });
    await busy.work(at(6));
    const rows = await test.db.driveCondition.findMany({ where: { driveId: busy.id, rule: "writesAboveRating" } });
    expect(rows.map(({ endedAt, acknowledgedNote }) => [endedAt, acknowledgedNote])).toEqual([[null, "known"]]);
  });
});

it("judges twice as it judged once", async () => {
  const again = await drive();
  await told(again, 0);
  await told(again, 2, { mediaErrors: "4" });
  const rows = () => test.db.driveCondition.findMany({ where: { driveId: again.id } });
  const before = await rows();
  await test.db.healthMark.create({ data: { driveId: again.id } });
  const context = { db: test.db, actor: { kind: "system", label: "test" }, now: hours(3) } as const;
  expect(await judgePasts(context)).toBeGreaterThan(0);
  expect(await rows()).toEqual(before);
  expect(await test.db.healthMark.count({ where: { driveId: again.id } })).toBe(0);
});
