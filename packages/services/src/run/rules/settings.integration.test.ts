import { findPlan } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { startBenchmarkCommand } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planHash } from "../../plan/rules/plan-hash.ts";
import {
  addDrive,
  addHost,
  addPeople,
  addScratchFile,
  contextOf,
  namespaceOf,
  quickCheck,
} from "../../testing/fleet.ts";
import { getBenchmark } from "../get.ts";
import { launchBenchmark } from "../launch.ts";
import { offerSettings } from "../offer-settings.ts";
import { preflightBenchmark } from "../preflight.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const latency = { entryLatencyUs: 0, exitLatencyUs: 0 };
const facts = {
  model: "INTEL SSDPEDMD400G4",
  controller: {
    powerStates: [
      { index: 0, maxPowerMilliwatts: 25_000, nonOperational: false, ...latency },
      { index: 1, maxPowerMilliwatts: 9_500, nonOperational: false, ...latency },
      { index: 2, maxPowerMilliwatts: 50, nonOperational: true, ...latency },
    ],
    currentPowerState: 0,
  },
  details: {
    powerGovernor: {
      value: 0,
      settings: [
        { value: 0, maxPowerMilliwatts: 25_000 },
        { value: 1, maxPowerMilliwatts: 20_000 },
        { value: 2, maxPowerMilliwatts: 10_000 },
      ],
    },
  },
  scheduler: "mq-deadline",
};
const open = { path: "/etc/crosspoint/policy.toml", allow: [], deny: [] };

async function benchOf(deny: string[] = [], options: Parameters<typeof addDrive>[2] = facts) {
  const host = await addHost(test.db, { policy: { ...open, deny } });
  const drive = await addDrive(test.db, host.id, options);
  return { host, drive, target: namespaceOf(drive) };
}

describe("the settings of a run", () => {
  it("are offered as the drive tells them, non-operational states left out", async () => {
    const { target } = await benchOf();
    expect(await offerSettings(operator(), { target })).toEqual([
      { name: "powerGovernor", now: 0, options: facts.details.powerGovernor.settings },
      {
        name: "powerState",
        now: 0,
        options: [
          { value: 0, maxPowerMilliwatts: 25_000 },
          { value: 1, maxPowerMilliwatts: 9_500 },
        ],
      },
      {
        name: "scheduler",
        now: "mq-deadline",
        options: [{ value: "none" }, { value: "mq-deadline" }, { value: "kyber" }, { value: "bfq" }],
      },
    ]);
  });

  it("are none where nothing is told of: one power state, a governor of no published meaning, a file", async () => {
    const one = { powerStates: facts.controller.powerStates.slice(0, 1), currentPowerState: 0 };
    const { target, host } = await benchOf([], {
      model: "INTEL SSDPED1K375GA",
      controller: one,
      details: { powerGovernor: { value: 1, settings: [] } },
    });
    expect(await offerSettings(operator(), { target })).toEqual([]);
    const file = await addScratchFile(test.db, host.id);
    expect(await offerSettings(operator(), { target: { kind: "scratchFile", scratchFileId: file.id } })).toEqual([]);
  });

  it("travel with the command, stay with the run, and stand in preflight and audit in words", async () => {
    const { target } = await benchOf();
    const settings = { scheduler: "none", powerState: 1, powerGovernor: 2 };
    const words = ["power governor 2 (at most 10 W)", "power state 1 (at most 9.5 W)", "I/O scheduler none"];
    const preflight = await preflightBenchmark(operator(), { target, plan: quickCheck, settings });
    expect(preflight).toMatchObject({ settings: words, blockers: [] });

    const { runId } = await launchBenchmark(operator(), { target, plan: quickCheck, settings });
    const { commandId } = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    const command = await test.db.command.findUniqueOrThrow({ where: { id: commandId ?? "" } });
    expect(startBenchmarkCommand.parse(command.payload).plan.steps[0]).toEqual({ kind: "set", ...settings });
    expect(await getBenchmark(operator(), { runId })).toMatchObject({ settings: words });
    const audit = await test.db.auditEntry.findFirstOrThrow({ where: { objectId: runId } });
    expect(audit.detail).toMatchObject({ settings: words.join(", ") });
  });

  it("left empty, set nothing", async () => {
    const { target } = await benchOf(["power", "scheduler"]);
    const { runId } = await launchBenchmark(operator(), { target, plan: quickCheck, settings: {} });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    const command = await test.db.command.findUniqueOrThrow({ where: { id: run.commandId ?? "" } });
    expect(startBenchmarkCommand.parse(command.payload).plan).toEqual(findPlan("quick-check")?.document);
    expect(run.planHash).toBe(planHash(findPlan("quick-check")?.document.steps ?? []));
    expect(await getBenchmark(operator(), { runId })).toMatchObject({ settings: [] });
  });

  it("are refused where a person could not make them by hand: policy, a state that is not there", async () => {
    const denied = await benchOf(["power"]);
    const asked = { target: denied.target, plan: quickCheck, settings: { powerGovernor: 2, scheduler: "none" } };
    const message = `The policy of ${denied.host.hostname} denies power.`;
    expect((await preflightBenchmark(operator(), asked)).blockers).toMatchObject([{ code: "forbidden", message }]);
    await expect(launchBenchmark(operator(), asked)).rejects.toMatchObject({ code: "forbidden", message });
    const { drive, target } = await benchOf();
    const launch = (of: typeof target, settings: { powerState?: number; powerGovernor?: number }) =>
      launchBenchmark(operator(), { target: of, plan: quickCheck, settings });
    await expect(launch(target, { powerState: 7 })).rejects.toMatchObject({
      code: "invalid",
      message: `${drive.serial} has no power state 7.`,
    });
    await expect(launch(target, { powerState: 2 })).rejects.toMatchObject({
      code: "invalid",
      message: `Power state 2 of ${drive.serial} is non-operational: the drive leaves it at the first command, so nothing can be measured in it.`,
    });
    await expect(launch(target, { powerGovernor: 7 })).rejects.toMatchObject({
      code: "invalid",
      message: "The power governor of INTEL SSDPEDMD400G4 has no documented value 7.",
    });
  });

  it("do not count what an agent says of a governor whose values the catalog does not know", async () => {
    const { target } = await benchOf([], { ...facts, model: "INTEL SSDPED1K375GA" });
    const offers = await offerSettings(operator(), { target });
    expect(offers.map(({ name }) => name)).toEqual(["powerState", "scheduler"]);
    const asked = { target, plan: quickCheck, settings: { powerGovernor: 2 } };
    const message =
      "What the values of the power governor (feature C6h) mean on INTEL SSDPED1K375GA is not documented, so it is not written.";
    expect((await preflightBenchmark(operator(), asked)).blockers).toMatchObject([{ code: "conflict", message }]);
    await expect(launchBenchmark(operator(), asked)).rejects.toMatchObject({ code: "conflict", message });
  });
});
