import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type HealthRuleId, verdictOfRank, verdictRank } from "@crosspoint/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { addJudgedDrive } from "../health/testing/judged-drive.ts";
import { addPeople, contextOf, now } from "../testing/fleet.ts";
import { listBulkDrives, listBulkDrivesInput } from "./list-drives.ts";
import { previewBulk, previewBulkInput } from "./preview.ts";
import { requestBulk, requestBulkInput } from "./request.ts";
import { workBulk } from "./work.ts";

let test: TestDatabase;
let worker: ServiceContext;
let driveIds: Map<string, string>;

const since = new Date(now.getTime() - 3_600_000);
const model = "KNOWN TROUBLE";
/** What the worker found, beside what the sample says. */
type Found = readonly [rule: HealthRuleId, severity: "replace" | "missing", value?: number];
const drives: readonly (readonly [serial: string, percentageUsed: number, found?: Found])[] = [
  ["A1", 92],
  ["A2", 95, ["mediaErrors", "replace", 12]],
  ["A3", 3, ["missing", "missing"]],
  ["A4", 3],
];

async function addSick([serial, percentageUsed, found]: (typeof drives)[number]): Promise<[string, string]> {
  const { id, sample } = await addJudgedDrive(test.db, { model, since });
  await sample(since, { percentageUsed });
  await test.db.drive.update({ where: { id }, data: { serial } });
  await test.db.driveState.update({ where: { driveId: id }, data: { serial } });
  if (found === undefined) return [serial, id];
  const [rule, severity, value = null] = found;
  await test.db.driveCondition.create({ data: { driveId: id, rule, severity, since, value } });
  const state = { verdictRank: verdictRank(severity), hasConditions: true };
  await test.db.driveState.update({ where: { driveId: id }, data: state });
  return [serial, id];
}

beforeAll(async () => {
  test = await createTestDatabase();
  worker = { db: test.db, now, actor: { kind: "system", label: "worker: work-bulk" } };
  await addPeople(test.db);
  const made: [string, string][] = [];
  for (const drive of drives) made.push(await addSick(drive));
  driveIds = new Map(made);
});
afterAll(() => test.close());

const selection = { kind: "matches", filter: { models: [model] } };
const operator = () => contextOf(test.db, "operator");

async function previewed(request: unknown) {
  const { drives } = await previewBulk(operator(), previewBulkInput.parse({ selection, request }));
  return drives.map(({ serial, will, text }) => [serial, will, text]);
}

async function done(request: unknown) {
  const asked = await requestBulk(operator(), requestBulkInput.parse({ selection, request }));
  while ((await workBulk(worker)) > 0);
  const { drives } = await listBulkDrives(operator(), listBulkDrivesInput.parse(asked));
  return drives.map(({ serial, outcome, reason }) => [serial, outcome === "done", reason]);
}

async function verdicts() {
  const states = await test.db.driveState.findMany({ where: { model }, orderBy: { serial: "asc" } });
  return states.map((state) => verdictOfRank(state.verdictRank));
}

const absent = ["A3", false, "That it is missing, not reporting or not responding cannot be acknowledged."];
const well = ["A4", false, "Nothing is wrong with it."];

describe("acknowledging what is wrong with many drives", () => {
  it("does to each what its preview said, of one rule or of all; nothing hides that a drive is missing", async () => {
    const wear = { kind: "acknowledge", rules: ["percentageUsed"], note: "replaced in spring" };
    const expected = [
      ["A1", true, "Acknowledge Percentage used"],
      ["A2", true, "Acknowledge Percentage used"],
      ["A3", false, "It has no such condition now."],
      ["A4", false, "It has no such condition now."],
    ];
    expect(await previewed(wear)).toEqual(expected);
    expect(await verdicts()).toEqual(["watch", "replace", "missing", "good"]);
    expect(await done(wear)).toEqual(expected);
    expect(await verdicts()).toEqual(["good", "replace", "missing", "good"]);

    const all = { kind: "acknowledge", note: "on the list" };
    const rest = [
      ["A1", false, "It is acknowledged already."],
      ["A2", true, "Acknowledge New media errors"],
      absent,
      well,
    ];
    expect(await previewed(all)).toEqual(rest);
    expect(await done(all)).toEqual(rest);
    expect(await verdicts()).toEqual(["good", "good", "missing", "good"]);
    const row = { driveId: driveIds.get("A2") ?? "", rule: "percentageUsed", since };
    const kept = await test.db.driveCondition.findUniqueOrThrow({ where: { driveId_rule_since: row } });
    expect(kept).toMatchObject({ acknowledgedBy: "operator@example.net", acknowledgedNote: "replaced in spring" });
  });

  it("is taken back for all of them, and each drive has its entries in the audit", async () => {
    const back = { kind: "withdrawAcknowledgement" };
    const expected = [
      ["A1", true, "Counts again: Percentage used"],
      ["A2", true, "Counts again: New media errors, Percentage used"],
      ["A3", false, "Nothing is acknowledged."],
      ["A4", false, "Nothing is acknowledged."],
    ];
    expect(await previewed(back)).toEqual(expected);
    expect(await done(back)).toEqual(expected);
    expect(await verdicts()).toEqual(["watch", "replace", "missing", "good"]);
    const entries = await test.db.auditEntry.findMany({ where: { objectId: driveIds.get("A2") ?? "" } });
    expect(entries).toHaveLength(3);
    expect(entries.map(({ action, actorId, detail }) => [action, actorId, detail])).toEqual(
      expect.arrayContaining([
        ["health.acknowledge", "operator", expect.objectContaining({ conditions: "Percentage used" })],
        [
          "health.acknowledge",
          "operator",
          expect.objectContaining({ conditions: "New media errors", note: "on the list" }),
        ],
        [
          "health.withdrawAcknowledgement",
          "operator",
          expect.objectContaining({ acknowledgedBy: "operator@example.net" }),
        ],
      ]),
    );
  });

  it("is refused for a viewer, without a note, and for what is no rule", async () => {
    const request = requestBulkInput.parse({ selection, request: { kind: "acknowledge", note: "x" } });
    await expect(requestBulk(contextOf(test.db, "viewer"), request)).rejects.toMatchObject({ code: "forbidden" });
    for (const wrong of [{ note: " " }, { note: "x", rules: ["nothing"] }, { note: "x", rules: [] }]) {
      const asked = { selection, request: { kind: "acknowledge", ...wrong } };
      expect(requestBulkInput.safeParse(asked).success).toBe(false);
    }
  });
});
