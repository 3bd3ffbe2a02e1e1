import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Demo, demoOf } from "../../scripts/start/demo/demo.ts";
import { buildAgent } from "../../scripts/steps/build.ts";
import { runToEnd } from "../../scripts/steps/child.ts";
import { Stack } from "../stack/stack.ts";

/** Half a year, as far as wear looks back; their workloads are the demo's. */
const size = { hosts: 150, drives: 600, days: 180 };
const share = 0.9;
/** The rating, and where the P4800X limits its own writes. */
const limits = [100, 105];

interface Forecast {
  readonly basis: string;
  readonly earliestMs: number;
  readonly latestMs: number;
  readonly endMs: number;
  readonly nowMs: number;
}

/** The whole way: the simulator's samples, the database, the worker's rollups, its judging, and the dates that pages show. */
async function withHistory(work: (stack: Stack, ends: Ends) => Promise<void>): Promise<void> {
  const stack = await Stack.start();
  try {
    const binaries = await buildAgent();
    const { databaseUrl, gatewayUrl, logsDir } = stack.settings;
    const demo = demoOf({ size, folder: stack.folder, logsDir, binaries, databaseUrl, gatewayUrl });
    await tellAll(demo);
    await work(stack, await readEnds(join(binaries, "fleetsim"), join(stack.folder, "fleet.json")));
  } finally {
    await stack.close();
  }
}

async function tellAll(demo: Demo): Promise<void> {
  await demo.enroll();
  await demo.tellHistory();
  await demo.storePast(() => undefined);
}

/** By serial and percentage used; infinite where it is more than a century away. */
type Ends = ReadonlyMap<string, number>;

async function readEnds(program: string, file: string): Promise<Ends> {
  const args = ["ends", "--fleet", file, "--percent", limits.join(","), "--years", "100"];
  const lines = (await runToEnd(program, args, { remedy: "" })).trim().split("\n");
  const parsed = lines.map((line): { serial: string; percent: number; endMs: number | null } => JSON.parse(line));
  return new Map(
    parsed.map(({ serial, percent, endMs }) => [`${serial} ${percent}`, endMs ?? Number.POSITIVE_INFINITY]),
  );
}

/** Drives whose wear the worker has told, and those that it has yet to judge: it looks each minute. */
async function judged({ db }: Stack): Promise<[wear: number, marks: number]> {
  return [await db.driveWear.count(), await db.healthMark.count()];
}

function readWear({ db }: Stack) {
  return db.driveWear.findMany({ include: { drive: { select: { serial: true } } }, take: size.drives + 1 });
}

const holds = ({ earliestMs, latestMs, endMs }: Forecast) => earliestMs <= endMs && endMs <= latestMs;
const count = (all: readonly Forecast[], which: (each: Forecast) => boolean) => all.filter(which).length;

function expectMostHold(basis: string, all: readonly Forecast[]): void {
  const held = count(all, holds);
  const early = count(all, ({ endMs, earliestMs }) => endMs < earliestMs);
  // By how much of the time that is left the interval is wide: one that says nothing would hold as well.
  const widths = all.map(({ earliestMs, latestMs, endMs, nowMs }) => (latestMs - earliestMs) / (endMs - nowMs));
  const width = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
  const said = `${basis}: the end of ${held} of ${all.length} drives lies in its interval, of ${early} before it; it is ${width.toFixed(2)} of the time left wide`;
  console.log(said);
  expect(held, said).toBeGreaterThanOrEqual(share * all.length);
  expect(width, said).toBeLessThan(1.5);
}

test("the true end lies in the interval that the product tells, for 90 of 100 drives and more", async () => {
  test.setTimeout(600_000);
  await withHistory(async (stack, ends) => {
    await expect.poll(() => judged(stack), { timeout: 240_000, intervals: [1000] }).toEqual([size.drives, 0]);
    const wear = await readWear(stack);
    const endOf = ({ drive, limitPercent }: (typeof wear)[number]) =>
      ends.get(`${drive.serial} ${limitPercent}`) ?? Number.NaN;
    const forecasts = wear.flatMap((row): Forecast[] => {
      if (row.kind !== "forecast" || row.earliestEnd === null) return [];
      const latestMs = row.latestEnd?.getTime() ?? Number.POSITIVE_INFINITY;
      const nowMs = row.computedAt.getTime();
      return [{ basis: row.basis ?? "", earliestMs: row.earliestEnd.getTime(), latestMs, endMs: endOf(row), nowMs }];
    });
    expect(forecasts.length).toBeGreaterThanOrEqual(100);
    for (const [basis, all] of Map.groupBy(forecasts, ({ basis }) => basis)) expectMostHold(basis, all);
    expectMostHold("all", forecasts);

    const of = (kind: string) => wear.filter((row) => row.kind === kind);
    const far = of("beyond");
    const farther = far.filter((row) => endOf(row) > (row.earliestEnd?.getTime() ?? 0));
    console.log(
      `beyond the years told: ${farther.length} of ${far.length}; reached: ${of("reached").length}; not enough data: ${of("notEnoughData").length}`,
    );
    expect(farther.length).toBeGreaterThanOrEqual(share * far.length);
    for (const row of of("reached")) expect(endOf(row)).toBeLessThanOrEqual(row.computedAt.getTime());
  });
});
