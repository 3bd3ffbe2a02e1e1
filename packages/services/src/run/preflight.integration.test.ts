import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { previewBatch } from "../batch/preview.ts";
import { createPlan } from "../plan/create.ts";
import {
  addDrive,
  addHost,
  addPeople,
  addScratchFile,
  allowing,
  bareDetails,
  contextOf,
  namespaceOf,
  quickCheck,
} from "../testing/fleet.ts";
import { wholeFill, wrote } from "../testing/wrote.ts";
import { launchBenchmark } from "./launch.ts";
import { preflightBenchmark } from "./preflight.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const p3700 = "INTEL SSDPEDMD400G4";
/** What every drive of these tests has. */
const sizeBytes = 375_083_606_016;
const fill = wholeFill;
const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 } as const;

let plans = 0;
async function planOf(...steps: object[]) {
  plans += 1;
  const document = { readsOnly: !/fill|database/.test(JSON.stringify(steps)), steps };
  const { savedPlanId } = await createPlan(operator(), { name: `Plan ${plans}`, document });
  return { kind: "saved", savedPlanId, version: 1 } as const;
}

async function driveOf(model = p3700) {
  const host = await addHost(test.db, { policy: allowing(["write"], { models: [model] }) });
  return addDrive(test.db, host.id, { model });
}

/** A run of the drive in which a point wrote so fast. */
async function ran(driveId: string, bytesPerSecond: number, changes: Parameters<typeof wrote>[3] = {}) {
  const { runId } = await launchBenchmark(admin(), { target: namespaceOf({ id: driveId }), plan: quickCheck });
  await wrote(test.db, runId, bytesPerSecond, changes);
}

describe("the preflight's estimates", () => {
  it("are of the rated speeds of a model, from half of them, with the share of its rated endurance", async () => {
    const plan = await planOf(fill, sweep);
    const known = await preflightBenchmark(admin(), { target: namespaceOf(await driveOf()), plan });
    // 1,200 MB/s of sequential writes; 30 s of reads.
    expect(known).toMatchObject({
      durationLeastMs: Math.round((sizeBytes / 1200e6 + 30) * 1000),
      durationBasis: "rated",
      durationIsLimit: false,
      endurance: { bytes: 7.3e15, basis: "totalBytesWritten" },
      bytesWritten: { expected: { least: sizeBytes, most: sizeBytes } },
    });
    expect(known.durationMs).toBeCloseTo((sizeBytes / 600e6 + 30) * 1000, 3);
    const optane = await preflightBenchmark(admin(), {
      target: namespaceOf(await driveOf("INTEL SSDPED1K375GA")),
      plan,
    });
    // 30 drive writes a day of 375 GB for five years.
    expect(optane.endurance).toEqual({ bytes: 30 * 375e9 * 365 * 5, basis: "driveWritesPerDay" });
  });

  it("are of the drive's own last runs before its rated speeds", async () => {
    const drive = await driveOf();
    await ran(drive.id, 900e6);
    await ran(drive.id, 1000e6);
    // Few operations at once, a limited power, and reads among the writes tell nothing of what it can do.
    await ran(drive.id, 1, { depth: { kind: "perThread", queueDepth: 1, threads: 1 } });
    await ran(drive.id, 2, { settings: { powerGovernor: 2 } });
    const plan = await planOf(fill, sweep);
    const preflight = await preflightBenchmark(admin(), { target: namespaceOf(drive), plan });
    // The plan writes in order alone, so nothing rated is used.
    expect(preflight.durationBasis).toBe("ownRuns");
    expect(preflight.durationMs).toBeCloseTo((sizeBytes / (900e6 * 0.9) + 30) * 1000, 3);
    expect(preflight.durationLeastMs).toBe(Math.round((sizeBytes / (1000e6 * 1.1) + 30) * 1000));
    const { runId } = await launchBenchmark(admin(), {
      target: namespaceOf(drive),
      plan,
      confirmedSerial: drive.serial,
      queue: true,
    });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect(run.plannedSeconds).toBeCloseTo(preflight.durationMs / 1000, 6);
    expect(run.plannedSecondsLeast).toBeCloseTo(preflight.durationLeastMs / 1000, 2);
  });

  it.each<[string, Parameters<typeof wrote>[3]]>([
    ["a fill of a hundredth", { ending: { kind: "fills", fills: 0.01, durationSeconds: 3600 } }],
    ["a fill of a part", { spanPercent: 50 }],
    ["two seconds", { ending: { kind: "duration", durationSeconds: 2 }, elapsedNs: 2_000_000_000n }],
  ])("are of no trial: %s may have gone into a cache", async (_, trial) => {
    const drive = await driveOf();
    await ran(drive.id, 3e9, trial);
    const before = await preflightBenchmark(admin(), { target: namespaceOf(drive), plan: await planOf(fill, sweep) });
    expect(before.durationBasis).toBe("rated");
    await ran(drive.id, 1000e6, { ending: { kind: "duration", durationSeconds: 30 }, elapsedNs: 30_000_000_000n });
    const after = await preflightBenchmark(admin(), { target: namespaceOf(drive), plan: await planOf(fill, sweep) });
    expect(after.durationBasis).toBe("ownRuns");
    expect(after.durationMs).toBeCloseTo((sizeBytes / (1000e6 * 0.9) + 30) * 1000, 3);
  });

  it("say that the longest time is a limit where nobody knows how slowly a drive writes", async () => {
    const preflight = await preflightBenchmark(admin(), {
      target: namespaceOf(await driveOf("QEMU NVMe Ctrl")),
      plan: await planOf({ ...fill, durationSecondsMax: 3600 }, sweep),
    });
    expect(preflight).toMatchObject({
      durationMs: 3_630_000,
      durationIsLimit: true,
      durationBasis: undefined,
      endurance: undefined,
    });
    expect(preflight.bytesWritten).not.toHaveProperty("expected");
  });
});

it.each([
  { minutes: 90, least: 60 * 90, most: 2 * 60 * 90 },
  // It has none, so that the step is left out.
  { minutes: undefined, least: 0, most: 0 },
])(
  "a drive whose says of its extended self-test that it takes $minutes min is planned by that, at the launch too",
  async (self) => {
    const { minutes, least, most } = self;
    const drive = await driveOf();
    const details = { ...bareDetails, ...(minutes === undefined ? {} : { selfTest: { extendedMinutes: minutes } }) };
    await test.db.drive.update({ where: { id: drive.id }, data: { details: details as object } });
    const plan = await planOf({ kind: "selfTest", test: "extended" }, sweep);
    const preflight = await preflightBenchmark(admin(), { target: namespaceOf(drive), plan });
    expect([preflight.durationLeastMs, preflight.durationMs]).toEqual([(30 + least) * 1000, (30 + most) * 1000]);
    const { runId } = await launchBenchmark(admin(), { target: namespaceOf(drive), plan });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect([run.plannedSecondsLeast, run.plannedSeconds]).toEqual([30 + least, 30 + most]);
  },
);

describe("what a drive cannot do", () => {
  it("is left out with its reason, by step, and does not stand against the rest", async () => {
    const drive = await driveOf();
    await test.db.drive.update({
      where: { id: drive.id },
      data: {
        namespaces: [
          {
            nsid: 1,
            path: "/dev/nvme0n1",
            sizeBytes: String(sizeBytes),
            utilizationBytes: "0",
            lbaFormats: [{ index: 0, dataBytes: 4096, metadataBytes: 0, relativePerformance: 0 }],
            currentLbaFormat: 0,
            inUse: [],
          },
        ],
      },
    });
    const queues = { total: 2, poll: 0, cpuLists: ["0", "1"], cpusSharingMost: 1 };
    await test.db.driveSighting.updateMany({ where: { driveId: drive.id }, data: { queues } });
    const plan = await planOf(
      { ...sweep, blockBytes: [512, 4096, 8192] },
      { ...sweep, engine: "io_uring+poll" },
      { kind: "each", setting: "powerState", values: "offered", steps: [sweep] },
    );
    const preflight = await preflightBenchmark(operator(), { target: namespaceOf(drive), plan });
    expect(preflight.leftOut).toEqual([
      { what: "Step 1: 1 of 3 points", reason: "Blocks of 512 bytes are no multiple of its 4096-byte logical blocks." },
      { what: "Step 2", reason: "The kernel has no poll queues for it." },
    ]);
    expect(preflight.blockers).toEqual([]);
    // Two points of the first step; the drive has not told how many power states it has: one, or 32.
    expect([preflight.durationLeastMs, preflight.durationMs]).toEqual([90_000, 1_020_000]);
    const nothing = await planOf({ ...sweep, blockBytes: 512 });
    const refused = await preflightBenchmark(operator(), { target: namespaceOf(drive), plan: nothing });
    expect(refused.blockers[0]?.message).toContain("not a whole number of the namespace's 4096-byte logical blocks");
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect([run.plannedSecondsLeast, run.plannedSeconds]).toEqual([90, 1020]);
  });
});

it("cautions of a database larger than the scratch file beside which it is put", async () => {
  const file = await addScratchFile(test.db, (await addHost(test.db)).id);
  const target = { kind: "scratchFile", scratchFileId: file.id } as const;
  const cautions = async (sizeGib: number) => {
    const step = { kind: "database", system: "postgresql", benchmark: "selectOnly", clients: 4, durationSeconds: 5 };
    return (await preflightBenchmark(operator(), { target, plan: await planOf({ ...step, sizeGib }) })).cautions;
  };
  expect(await cautions(0.1)).toEqual([]);
  expect(await cautions(100)).toEqual([
    expect.stringMatching(/^The database may take 215.* beside the scratch file of/),
  ]);
});

it("says for each drive of a batch what of its surroundings costs it performance", async () => {
  const [quiet, slow] = [await driveOf(), await driveOf()];
  await test.db.driveSighting.updateMany({
    where: { driveId: slow.id },
    data: { linkWidth: 2, maxLinkWidth: 4, maxLinkSpeed: "8.0 GT/s PCIe" },
  });
  const targets = [quiet, slow].map(namespaceOf);
  const previews = await previewBatch(operator(), { targets, plan: quickCheck, parallelOnHost: true });
  const rules = previews.map((each) =>
    each.kind === "target" ? each.preflight.findings.flatMap(({ findings }) => findings.map(({ rule }) => rule)) : [],
  );
  expect(rules).toEqual([[], ["linkBelowBest"]]);
  const alone = await preflightBenchmark(operator(), { target: namespaceOf(slow), plan: quickCheck });
  expect(alone.findings).toMatchObject([{ serial: slow.serial, findings: [{ rule: "linkBelowBest" }] }]);
});
