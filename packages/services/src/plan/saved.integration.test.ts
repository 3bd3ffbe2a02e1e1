import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBatch } from "../batch/launch.ts";
import { launchBenchmark } from "../run/launch.ts";
import { preflightBenchmark } from "../run/preflight.ts";
import { createSchedule } from "../schedule/create.ts";
import { addDrive, addHost, addPeople, allowing, contextOf, namespaceOf, now } from "../testing/fleet.ts";
import { createPlan } from "./create.ts";
import { deletePlan } from "./delete.ts";
import { getBuiltInPlan } from "./get-built-in.ts";
import { getSavedPlan } from "./get-saved.ts";
import { listSavedPlans } from "./list-saved.ts";
import { checkPlan, readPlanText } from "./read-text.ts";
import { renamePlan } from "./rename.ts";
import { savePlanVersion } from "./save-version.ts";
import { writePlanText } from "./write-text.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const viewer = () => contextOf(test.db, "viewer");

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };
const document = { readsOnly: true, steps: [sweep] };
const twoPoints = { readsOnly: true, steps: [{ ...sweep, queueDepth: [1, 32] }] };

describe("saved plans", () => {
  it("keep every version, in the words of who saved it, and are listed as the latest is", async () => {
    const { savedPlanId } = await createPlan(operator(), { name: " Mine ", document, note: "first" });
    const later = { ...contextOf(test.db, "admin"), now: new Date(now.getTime() + 60_000) };
    expect(await savePlanVersion(later, { savedPlanId, basedOn: 1, document: twoPoints })).toEqual({ version: 2 });
    const listed = (await listSavedPlans(viewer())).find(({ id }) => id === savedPlanId);
    expect(listed).toMatchObject({
      latestVersion: 2,
      createdBy: "operator@example.net",
      savedBy: "admin@example.net",
      points: 2,
      durationMs: 60_000,
      effect: "readsOnly",
      schedules: [],
    });
    const first = await getSavedPlan(viewer(), { savedPlanId, version: 1 });
    expect(first).toMatchObject({ version: 1, document: { id: savedPlanId, steps: [sweep] } });
    expect(first.versions.map(({ version, points, note, savedBy }) => [version, points, note, savedBy])).toEqual([
      [2, 2, "", "admin@example.net"],
      [1, 1, "first", "operator@example.net"],
    ]);
    expect(first.planHash).not.toBe((await getSavedPlan(viewer(), { savedPlanId })).planHash);
    const audits = await test.db.auditEntry.findMany({ where: { objectId: savedPlanId }, orderBy: { time: "asc" } });
    expect(audits.map(({ action }) => action)).toEqual(["plan.create", "plan.saveVersion"]);
  });

  it("are not passed over by who edited an older version", async () => {
    const { savedPlanId } = await createPlan(operator(), { name: "Edited twice", document });
    const save = () => savePlanVersion(operator(), { savedPlanId, basedOn: 1, document: twoPoints });
    const settled = await Promise.allSettled([save(), save(), save()]);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(save()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Version 2") });
  });

  it("have names that differ, whatever their case and signs", async () => {
    const { savedPlanId } = await createPlan(operator(), { name: "100 % reads", document });
    await expect(createPlan(operator(), { name: "100 % READS", document })).rejects.toMatchObject({ code: "conflict" });
    const other = await createPlan(operator(), { name: "100 x reads", document });
    await expect(renamePlan(operator(), { ...other, name: "100 % Reads" })).rejects.toMatchObject({ code: "conflict" });
    await renamePlan(operator(), { savedPlanId, name: "100 % READS" });
    expect((await getSavedPlan(viewer(), { savedPlanId })).document.name).toBe("100 % READS");
    const both = await Promise.allSettled([1, 2].map(() => createPlan(operator(), { name: "At once", document })));
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("are launched in the version asked for, and a run's very steps again", async () => {
    const { savedPlanId } = await createPlan(operator(), { name: "Launched", document });
    await savePlanVersion(operator(), { savedPlanId, basedOn: 1, document: twoPoints });
    const drive = await addDrive(test.db, (await addHost(test.db)).id);
    const launch = async (plan: Parameters<typeof launchBenchmark>[1]["plan"]) => {
      const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan });
      return test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    };
    const first = await launch({ kind: "saved", savedPlanId, version: 1 });
    const latest = await launch({ kind: "saved", savedPlanId });
    const again = await launch({ kind: "ofRun", runId: first.id });
    expect([first, latest, again].map((run) => [run.planId, run.planName, run.pointsPlanned])).toEqual([
      [savedPlanId, "Launched", 1],
      [savedPlanId, "Launched", 2],
      [savedPlanId, "Launched", 1],
    ]);
    expect(again.planHash).toBe(first.planHash);
    await deletePlan(operator(), { savedPlanId });
    expect(await launch({ kind: "ofRun", runId: latest.id })).toMatchObject({ planHash: latest.planHash });
    await expect(launch({ kind: "saved", savedPlanId })).rejects.toMatchObject({ code: "notFound" });
  });

  it("are launched only in a version that is named where they write: another may have been saved meanwhile", async () => {
    const writing = { readsOnly: false, steps: [{ ...sweep, readPercent: 0 }] };
    const { savedPlanId } = await createPlan(operator(), { name: "Writes", document: writing });
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id);
    const [target, confirmedSerial] = [namespaceOf(drive), drive.serial];
    const admin = contextOf(test.db, "admin");
    const confirmedSerials = [{ driveId: drive.id, serial: confirmedSerial }];
    const plan = { kind: "saved", savedPlanId } as const;
    const unnamed = { code: "invalid", fields: [{ path: "plan.version" }] };
    await expect(launchBenchmark(admin, { target, plan, confirmedSerial })).rejects.toMatchObject(unnamed);
    const several = { targets: [target], plan, confirmedSerials };
    await expect(launchBatch(admin, several)).rejects.toMatchObject(unnamed);
    const rhythm = { kind: "once", at: new Date(now.getTime() + 60_000) } as const;
    await expect(createSchedule(admin, { ...several, name: "Once", rhythm })).rejects.toMatchObject(unnamed);
    expect(await preflightBenchmark(admin, { target, plan })).toMatchObject({ writes: true });
    await launchBenchmark(admin, { target, plan: { ...plan, version: 1 }, confirmedSerial });
  });

  it("are deleted only if no schedule needs them, which are named", async () => {
    const { savedPlanId } = await createPlan(operator(), { name: "Needed", document });
    const { planHash } = await getSavedPlan(viewer(), { savedPlanId });
    const row = { planId: savedPlanId, planName: "Needed", plan: {}, planHash, targets: [], rhythm: {} };
    const made = { createdBy: "operator@example.net", createdAt: now, savedPlanId, savedPlanVersion: 1 };
    await test.db.benchmarkSchedule.createMany({
      data: ["Sundays", "Nightly"].map((name) => ({ ...row, ...made, name })),
    });
    const listed = (await listSavedPlans(viewer())).find(({ id }) => id === savedPlanId);
    expect(listed?.schedules.map(({ name }) => name)).toEqual(["Nightly", "Sundays"]);
    await expect(deletePlan(operator(), { savedPlanId })).rejects.toMatchObject({
      code: "conflict",
      message: '"Needed" is needed by the schedules Nightly, Sundays.',
    });
    await test.db.benchmarkSchedule.deleteMany({ where: { savedPlanId } });
    await deletePlan(operator(), { savedPlanId });
    await expect(getSavedPlan(viewer(), { savedPlanId })).rejects.toMatchObject({ code: "notFound" });
    expect(await test.db.savedPlanVersion.count({ where: { planId: savedPlanId } })).toBe(0);
  });

  it("begin from a built-in plan, with what it follows and where it departs", async () => {
    const document = getBuiltInPlan(viewer(), { planId: "snia-pts-e-latency" });
    expect(document.follows).not.toEqual([]);
    const { savedPlanId } = await createPlan(operator(), { name: "Our latency", document });
    const saved = await getSavedPlan(viewer(), { savedPlanId });
    expect(saved.document).toEqual({ ...document, id: savedPlanId, name: "Our latency" });
    expect((await listSavedPlans(viewer())).find(({ id }) => id === savedPlanId)).toMatchObject({ effect: "purges" });
    expect(() => getBuiltInPlan(viewer(), { planId: "none" })).toThrow("no built-in plan");
  });

  it("are refused with each mistake and its place", async () => {
    const wrong = {
      readsOnly: true,
      steps: [
        { ...sweep, queueDepth: 0 },
        { ...sweep, blockBytes: 0 },
      ],
    };
    await expect(createPlan(operator(), { name: "Wrong", document: wrong })).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "steps[0].queueDepth" }, { path: "steps[1].blockBytes" }],
    });
    await expect(createPlan(operator(), { name: "Nothing", document: "text" })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("a plan as text", () => {
  const read = (text: string) => readPlanText(operator(), { text });

  it("comes back from YAML and from JSON as it was", async () => {
    const { savedPlanId } = await createPlan(operator(), { name: "To a file", document: twoPoints });
    const saved = await getSavedPlan(viewer(), { savedPlanId });
    for (const format of ["yaml", "json"] as const) {
      const { fileName, text } = await writePlanText(viewer(), { plan: { kind: "saved", savedPlanId }, format });
      expect(fileName).toBe(`to-a-file.${format}`);
      // PostgreSQL keeps fields by their length; people read them as the language lists them.
      expect(text.indexOf("readPercent")).toBeLessThan(text.indexOf("queueDepth"));
      expect(read(text)).toMatchObject({ kind: "plan", document: saved.document, planHash: saved.planHash, points: 2 });
    }
    const fio = await writePlanText(viewer(), { plan: { kind: "builtIn", planId: "quick-check" }, format: "fio" });
    expect(fio.text).toContain("[point-2]");
  });

  it("needs no id, and says where its mistakes are", () => {
    const text =
      "name: A\nreadsOnly: true\nsteps:\n  - {kind: sweep, pattern: up, blockBytes: 4096, readPercent: 100, durationSeconds: 1}\n";
    expect(read(text.replace("up", "random"))).toMatchObject({
      kind: "plan",
      points: 1,
      durationMs: 1000,
      writes: false,
    });
    expect(read(text)).toEqual({
      kind: "mistakes",
      mistakes: [{ path: "steps[0].pattern", message: "expected random or sequential" }],
    });
    expect(checkPlan(operator(), { document: { name: "A" } })).toMatchObject({ kind: "mistakes" });
    expect(read("name: A\nsteps: [1")).toMatchObject({ kind: "mistakes", mistakes: [{ path: "line 2" }] });
  });

  it.each([
    ["no YAML", "a: [1", /^this is neither YAML nor JSON: [^\n]*[^:]$/],
    ["a key twice", "a: 1\na: 2", /Map keys must be unique/],
    [
      "aliases that would make gigabytes",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`).join("\n")}`,
      /^more than 64 values stand behind aliases$/,
    ],
    ["brackets without end", "[".repeat(65_536), /^it is nested too deeply$/],
    ["nothing", "", /^expected a mapping/],
    [
      "a plan of 100,000 points",
      `name: A\nreadsOnly: true\nsteps:\n- {kind: sweep, pattern: random, readPercent: 100, durationSeconds: 1, blockBytes: 4096, queueDepth: [${Array.from({ length: 64 }, (_, n) => n + 1)}], threads: [${Array.from({ length: 64 }, (_, n) => n + 1)}], ratePerSecond: [${Array.from({ length: 25 }, (_, n) => n + 1)}]}`,
      /more than 4096 points/,
    ],
  ])("is refused where it is %s, at once", (_, text, words) => {
    const startMs = performance.now();
    const answer = read(text);
    expect(performance.now() - startMs).toBeLessThan(2000);
    expect(answer.kind === "mistakes" && answer.mistakes[0]?.message).toMatch(words);
  });
});
