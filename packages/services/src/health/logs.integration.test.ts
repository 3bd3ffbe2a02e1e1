import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import type { DriveLogs } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDrive } from "../drive/get.ts";
import { contextOf } from "../testing/fleet.ts";
import { addJudgedDrive, dayMs, hourMs, type JudgedDrive } from "./testing/judged-drive.ts";
import { wearOfDrive } from "./wear-of-drive.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const start = new Date("2026-10-01T00:00:00Z");
const hours = (count: number) => new Date(start.getTime() + count * hourMs);
const drive = (model = "ACME") => addJudgedDrive(test.db, { model, since: start });
const boot = "4f0c2b8e-6d0b-4a53-9a3f-1f6f6b3c2d10";

/** What its logs say at an hour, a sample after it, and the worker's work once that hour is settled. */
async function told(judged: JudgedDrive, hour: number, logs: Partial<DriveLogs>) {
  await judged.logs(hours(hour), logs);
  await judged.sample(new Date(hours(hour).getTime() + 60_000));
  await judged.work(new Date(hours(hour + 1).getTime() + 6 * 60_000));
}
const media = (more: Partial<NonNullable<DriveLogs["media"]>>): Partial<DriveLogs> => ({
  media: { log: "ocp", ...more },
});

describe("what logs count", () => {
  it("condemns by its growth since it was told first, never by where it stands", async () => {
    const aging = await drive();
    await told(aging, 0, media({ badBlocks: "900", endToEndErrors: "12", incompleteShutdowns: "40" }));
    expect(await aging.open()).toEqual([]);
    await told(aging, 2, media({ badBlocks: "903", endToEndErrors: "13", incompleteShutdowns: "40" }));
    expect(await aging.open()).toEqual(["endToEndErrors watch 1"]);
    await told(aging, 30, media({ badBlocks: "904", endToEndErrors: "14", incompleteShutdowns: "41" }));
    expect(await aging.open()).toEqual(["badBlocks watch 4", "endToEndErrors replace 2", "incompleteShutdown watch 1"]);
  });

  it("stays as it was where the log is refused", async () => {
    const refusing = await drive();
    await told(refusing, 0, media({ endToEndErrors: "1" }));
    await told(refusing, 1, media({ endToEndErrors: "2" }));
    await told(refusing, 24 * 100, { unread: [{ log: "ocp", reason: "refused" }] });
    expect(await refusing.open()).toEqual(["endToEndErrors watch 1"]);
    await told(refusing, 24 * 100 + 2, media({ endToEndErrors: "2" }));
    expect(await refusing.open()).toEqual([]);
  });

  it("of the host's kernel begins anew with each boot", async () => {
    const reset = await drive();
    const counted = (resets: number, fatal: number, since = boot): Partial<DriveLogs> => ({
      boot: since,
      kernel: { resets, failedCommands: 0 },
      link: { drive: { correctable: 0, nonFatal: 0, fatal }, port: { correctable: 5, nonFatal: 0, fatal: 0 } },
    });
    await told(reset, 0, counted(1, 0));
    await told(reset, 1, counted(1, 4, "9d9ef0f4-5e0e-44ab-8d5e-2c3b0a8a4b11"));
    expect(await reset.open()).toEqual([]);
    await told(reset, 2, counted(4, 5, "9d9ef0f4-5e0e-44ab-8d5e-2c3b0a8a4b11"));
    expect(await reset.open()).toEqual(["controllerResets replace 3", "linkFatalErrors watch 1"]);
  });

  it("of errors counts those of the drive alone, each once", async () => {
    const failing = await drive();
    const entry = (errorCount: number, status: number) => ({ errorCount: `${errorCount}`, status, lba: "0", nsid: 1 });
    const log = (...entries: ReturnType<typeof entry>[]): Partial<DriveLogs> => ({
      errors: { newestCount: entries[0]?.errorCount ?? "0", entries },
    });
    await told(failing, 0, log(entry(8382, 0x281)));
    await told(failing, 1, log(entry(8384, 0x4002), entry(8383, 0x4002), entry(8382, 0x281)));
    expect(await failing.open()).toEqual([]);
    await told(failing, 2, log(entry(8386, 0x281), entry(8385, 6), entry(8384, 0x4002)));
    expect(await failing.open()).toEqual(["errorLogGrowth watch 2"]);
  });
});

describe("a drive that refuses its health log", () => {
  const counted = (resets: number, failedTests = 0): Partial<DriveLogs> => ({
    boot,
    kernel: { resets, failedCommands: 0 },
    selfTests: { results: failedTests > 0 ? [{ code: 1, result: 7, powerOnHours: "11000" }] : [] },
    unread: [{ log: "smart", reason: "Invalid Log Page" }],
  });
  /** What its logs say at an hour, that it refuses the other, and the worker's work once that hour is settled. */
  const refused = async (judged: JudgedDrive, hour: number, logs: Partial<DriveLogs>) => {
    await judged.logs(hours(hour), logs);
    for (const minute of [1, 5]) await judged.refuses(new Date(hours(hour).getTime() + minute * 60_000));
    await judged.work(new Date(hours(hour + 1).getTime() + 6 * 60_000));
  };

  it("from its first day on is judged by its other logs and by its host", async () => {
    const refusing = await drive("ACME REFUSES");
    await refused(refusing, 0, counted(0));
    expect(await refusing.open()).toEqual(["healthLogUnread unknown"]);
    await refused(refusing, 2, counted(3, 1));
    const open = ["controllerResets replace 3", "healthLogUnread unknown", "selfTestFailed replace 1"];
    expect(await refusing.open()).toEqual(open);
    expect(await refusing.verdict()).toBe("replace");
    const { problem } = await getDrive(contextOf(test.db, "viewer"), { driveId: refusing.id });
    expect(problem?.text).toMatch(/^The drive's health log \(02h\) cannot be read/);
  });

  it("after it gave it before is judged by them, and by nothing that only samples tell", async () => {
    const stopped = await drive("ACME STOPPED");
    await stopped.sample(hours(-2));
    await stopped.sample(hours(-1), { mediaErrors: "4" });
    await stopped.work(new Date(hours(0).getTime() + 6 * 60_000));
    const before = await stopped.open();
    expect(before).toContain("mediaErrors watch 4");
    await refused(stopped, 0, counted(0));
    // For months nobody sees its media errors: they are not quiet.
    await refused(stopped, 24 * 100 + 6, counted(0));
    // On the same day: what was told marks its hour.
    await refused(stopped, 24 * 100 + 9, counted(3));
    expect(await stopped.open()).toEqual(
      ["controllerResets replace 3", "healthLogUnread unknown", ...before].toSorted(),
    );
    await stopped.sample(hours(24 * 100 + 12), { mediaErrors: "4" });
    expect(await stopped.open()).not.toContain("healthLogUnread unknown");
  });
});

describe("what logs say", () => {
  it("holds until they say otherwise", async () => {
    const failed = await drive();
    const said: Partial<DriveLogs> = {
      selfTests: { results: [{ code: 1, result: 7, powerOnHours: "11000" }] },
      namespaces: { readOnly: [1] },
      enduranceGroupWarning: 1,
      ...media({ diesOffline: 1, dieFailureTolerance: 1 }),
    };
    await told(failed, 0, said);
    expect(await failed.open()).toEqual([
      "enduranceGroupWarning watch 1",
      "mediaDiesOffline replace 1",
      "namespaceWriteProtected watch",
      "selfTestFailed replace 1",
    ]);
    const unread = (["errors", "selfTests", "ocp", "namespaces"] as const).map((log) => ({ log, reason: "refused" }));
    await told(failed, 1, { unread });
    expect(await failed.open()).toHaveLength(4);
    const passed = { selfTests: { results: [{ code: 2, result: 0, powerOnHours: "11001" }] } };
    await told(failed, 2, {
      ...passed,
      namespaces: { readOnly: [] },
      enduranceGroupWarning: 0,
      ...media({ diesOffline: 0 }),
    });
    expect(await failed.open()).toEqual([]);
  });
});

/** Hundredths of a drive of 375 GB a day, so that enough is written to be told. */
const unitsADay = 20_000;

describe("write amplification", () => {
  it("is told of 7 and 30 days, and compared with others of the model and firmware", async () => {
    const model = "ACME AMPLIFIED";
    const drives: JudgedDrive[] = [];
    for (let index = 0; index < 9; index += 1) drives.push(await drive(model));
    for (const [index, judged] of drives.entries()) {
      const factor = index === 0 ? 11 : 2;
      for (let day = 0; day < 9; day += 1) {
        await judged.logs(hours(day * 24), {
          ...media({ bytesWritten: `${day * unitsADay * 512_000 * factor}`, capacitorPercent: index === 0 ? 60 : 160 }),
          dataUnitsWritten: `${day * unitsADay}`,
        });
      }
      await judged.sample(new Date(start.getTime() + 8 * dayMs + 60_000));
    }
    const [amplified] = drives;
    if (amplified === undefined) throw new Error("no drive");
    await amplified.work(new Date(start.getTime() + 8 * dayMs + 3 * hourMs));
    const wear = await test.db.driveWear.findUniqueOrThrow({ where: { driveId: amplified.id } });
    expect([wear.writeAmplification7, wear.writeAmplification30]).toEqual([11, null]);
    const { written } = await wearOfDrive(contextOf(test.db, "viewer"), { driveId: amplified.id });
    expect(written.map(({ amplification }) => amplification)).toEqual([11, undefined, undefined]);
    // Others' wear is known by the next day.
    await amplified.sample(new Date(start.getTime() + 9 * dayMs));
    await amplified.work(new Date(start.getTime() + 9 * dayMs + 3 * hourMs));
    expect(await amplified.open()).toEqual(["capacitorHealth replace 37.5", "writeAmplification watch 550"]);
    expect(await drives[1]?.open()).toEqual([]);
  });
});
