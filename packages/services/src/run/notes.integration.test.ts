import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDrive, addHost, addPeople, contextOf, namespaceOf, now, quickCheck } from "../testing/fleet.ts";
import { chooseAgain } from "./again.ts";
import { annotateInput, annotateRun } from "./annotate.ts";
import { cancelPoint } from "./cancel-point.ts";
import { launchBenchmark } from "./launch.ts";
import { listBenchmarks, listRunsInput } from "./list.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");

async function launched() {
  const host = await addHost(test.db);
  const drive = await addDrive(test.db, host.id);
  const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck });
  return { host, drive, runId };
}

describe("notes and tags of a run", () => {
  it("are kept in one form, found in the list, and in the audit", async () => {
    const { runId } = await launched();
    await launched();
    const input = annotateInput.parse({ runId, note: " After the Firmware update ", tags: ["Lab 2", "lab 2", "cold"] });
    await annotateRun(operator(), input);
    const found = async (asked: object) =>
      (await listBenchmarks(operator(), listRunsInput.parse(asked))).runs.map(({ id, note, tags }) => [id, note, tags]);
    const expected = [[runId, "After the Firmware update", ["lab 2", "cold"]]];
    expect(await found({ tag: "LAB 2" })).toEqual(expected);
    expect(await found({ search: "firmware UPDATE" })).toEqual(expected);
    expect(await found({ search: "Cold" })).toEqual(expected);
    expect(await found({ search: "cold firmware" })).toEqual([]);
    await annotateRun(operator(), { runId, tags: [] });
    expect(await found({ search: "firmware" })).toEqual([[runId, "After the Firmware update", []]]);
    const audit = await test.db.auditEntry.findMany({ where: { objectId: runId, action: "benchmark.annotate" } });
    expect(audit).toHaveLength(2);
  });

  it("lose nothing where one person writes the note and another the tags", async () => {
    const { runId } = await launched();
    for (const round of ["1", "2", "3", "4", "5", "6", "7", "8"]) {
      const tags = [`tag ${round}`];
      await Promise.all([
        annotateRun(operator(), { runId, note: `note ${round}` }),
        annotateRun(operator(), { runId, tags }),
      ]);
      const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
      expect(run).toMatchObject({ note: `note ${round}`, tags });
    }
  });

  it("have bounds", () => {
    const read = (more: object) => annotateInput.safeParse({ runId: crypto.randomUUID(), ...more }).success;
    expect(read({ note: "x".repeat(4000), tags: Array.from({ length: 16 }, (_, at) => `t${at}`) })).toBe(true);
    expect(read({ note: "x".repeat(4001) })).toBe(false);
    expect(read({ tags: Array.from({ length: 17 }, (_, at) => `t${at}`) })).toBe(false);
    for (const tag of ["", "a,b", "x".repeat(41)]) expect(read({ tags: [tag] })).toBe(false);
  });
});

describe("a run again", () => {
  it("has the plan of the run, to the letter", async () => {
    const { drive, runId } = await launched();
    const before = await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "failed" } });
    const { target, plan, planHash } = await chooseAgain(operator(), { runId });
    expect([target, planHash]).toEqual([namespaceOf(drive), before.planHash]);
    const again = await launchBenchmark(operator(), { target, plan });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: again.runId } })).toMatchObject({
      planHash: before.planHash,
      plan: before.plan,
    });
  });

  it("is refused where the drive is gone, or was removed", async () => {
    const { drive, runId } = await launched();
    await test.db.driveSighting.updateMany({ where: { driveId: drive.id }, data: { endedAt: now } });
    await expect(chooseAgain(operator(), { runId })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("is not plugged into any host now"),
    });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { driveId: null } });
    await expect(chooseAgain(operator(), { runId })).rejects.toMatchObject({ code: "notFound" });
  });
});

describe("skipping a point", () => {
  it("asks the agent once, for a point that is not over", async () => {
    const { host, runId } = await launched();
    await cancelPoint(operator(), { runId, sequence: 1 });
    await cancelPoint(operator(), { runId, sequence: 1 });
    await cancelPoint(operator(), { runId, sequence: 2 });
    const commands = await test.db.command.findMany({ where: { hostId: host.id, kind: "cancelBenchmark" } });
    expect(commands.map(({ payload }) => (payload as { pointSequence: number }).pointSequence).toSorted()).toEqual([
      1, 2,
    ]);
    expect(commands[0]?.payload).toMatchObject({ runId, requestedBy: "operator@example.net" });
    expect((await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } })).cancelRequestedAt).toBeNull();
    const audits = await test.db.auditEntry.count({ where: { objectId: runId, action: "benchmark.cancelPoint" } });
    expect(audits).toBe(2);
  });

  it("is refused for a point that is over or is not there, and for a run that does not run", async () => {
    const { runId } = await launched();
    const point = { runId, sequence: 0, stepPath: [0], spec: {}, workloadKey: "k", state: "complete" as const };
    await test.db.benchmarkPoint.create({ data: point });
    await expect(cancelPoint(operator(), { runId, sequence: 0 })).rejects.toMatchObject({ code: "conflict" });
    await expect(cancelPoint(operator(), { runId, sequence: 3 })).rejects.toMatchObject({ code: "notFound" });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    await expect(cancelPoint(operator(), { runId, sequence: 1 })).rejects.toMatchObject({ code: "conflict" });
    await expect(cancelPoint(contextOf(test.db, "viewer"), { runId, sequence: 1 })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
