import { describe, expect, it } from "vitest";
import { capacitorOf } from "./capacitor.ts";
import { LOGS_STALE_MS, logGrowth } from "./log-facts.ts";
import { type LogHistory, type LogReading, withReading } from "./log-history.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 9, 1);
const boots = ["4f0c2b8e-6d0b-4a53-9a3f-1f6f6b3c2d10", "9d9ef0f4-5e0e-44ab-8d5e-2c3b0a8a4b11"] as const;

/** Readings, one after the other: hours after the start, and what was read. */
function after(...readings: readonly [hours: number, reading: Partial<LogReading>][]): LogHistory | undefined {
  return readings.reduce<LogHistory | undefined>(
    (history, [hours, reading]) => withReading(history, { counters: {}, ...reading, atMs: start + hours * hourMs }),
    undefined,
  );
}
const grown = (history: LogHistory | undefined) =>
  history?.grown.map(({ counter, atMs, by }) => `${counter} ${by} at ${(atMs - start) / hourMs}`);
const blocks = (badBlocks: bigint): Partial<LogReading> => ({ counters: { badBlocks } });
const resets = (controllerResets: bigint, boot?: string): Partial<LogReading> => ({
  boot,
  counters: { controllerResets },
});

describe("counters", () => {
  it("grow from what was told last, and the first word is a baseline", () => {
    expect(grown(after([0, blocks(7n)]))).toEqual([]);
    expect(grown(after([0, blocks(7n)], [1, blocks(7n)], [2, blocks(9n)]))).toEqual(["badBlocks 2 at 2"]);
  });

  it("that fell begin anew, and have not grown", () => {
    expect(grown(after([0, blocks(7n)], [1, blocks(3n)], [2, blocks(4n)]))).toEqual(["badBlocks 1 at 2"]);
  });

  it("go on after a reading that lacks them", () => {
    expect(grown(after([0, blocks(7n)], [1, {}], [2, blocks(8n)]))).toEqual(["badBlocks 1 at 2"]);
  });

  it("of the host begin anew with a boot, whatever they say", () => {
    const [first, second] = boots;
    expect(grown(after([0, resets(1n, first)], [1, resets(2n, first)]))).toEqual(["controllerResets 1 at 1"]);
    expect(grown(after([0, resets(1n, first)], [1, resets(5n, second)], [2, resets(6n, second)]))).toEqual([
      "controllerResets 1 at 2",
    ]);
    // Not even where the first reading after the boot lacks them.
    expect(grown(after([0, resets(1n, first)], [1, { boot: second }], [2, resets(9n, second)]))).toEqual([]);
  });

  it("of the drive go on over a boot", () => {
    const [first, second] = boots;
    expect(grown(after([0, { ...blocks(1n), boot: first }], [1, { ...blocks(2n), boot: second }]))).toEqual([
      "badBlocks 1 at 1",
    ]);
  });

  it("of both ends of the link are watched as one, and no error twice", () => {
    const [boot] = boots;
    const link = (driveCorrectable: bigint, portCorrectable: bigint) => ({
      boot,
      counters: { driveCorrectable, portCorrectable },
    });
    expect(grown(after([0, link(1n, 10n)], [1, link(3n, 15n)]))).toEqual(["linkCorrectableErrors 7 at 1"]);
    // The drive's own count is not compared across a time in which the kernel's was told.
    const own = (ownCorrectable: bigint) => ({ boot, counters: { ownCorrectable } });
    expect(grown(after([0, own(5n)], [1, link(0n, 0n)], [2, own(500n)], [3, own(501n)]))).toEqual([
      "linkCorrectableErrors 1 at 3",
    ]);
  });
});

describe("the error log", () => {
  const log = (newest: bigint, ...entries: readonly [count: bigint, status: number][]): Partial<LogReading> => ({
    errors: {
      newestCount: newest,
      entries: entries.map(([errorCount, status]) => ({ errorCount, status })),
    },
  });
  const media = 0x281;
  const refused = 0x4002;

  it("counts new entries that tell of a fault of the drive, and no others", () => {
    expect(grown(after([0, log(5n, [5n, media], [4n, media])]))).toEqual([]);
    const later = log(8n, [8n, media], [7n, refused], [6n, 0x006], [5n, media]);
    expect(grown(after([0, log(5n)], [1, later]))).toEqual(["deviceErrors 2 at 1"]);
    expect(grown(after([0, log(5n)], [1, later], [2, later]))).toEqual(["deviceErrors 2 at 1"]);
  });

  it("that is empty for once makes no old entry new", () => {
    expect(grown(after([0, log(5n, [5n, media])], [1, log(0n)], [2, log(5n, [5n, media])]))).toEqual([]);
  });

  it("that counts from its beginning again does so from there", () => {
    const anew = [1, log(2n, [2n, media], [1n, media])] as const;
    expect(grown(after([0, log(50n)], [...anew]))).toEqual([]);
    expect(grown(after([0, log(50n)], [...anew], [2, log(3n, [3n, media])]))).toEqual(["deviceErrors 1 at 2"]);
  });
});

describe("what is kept", () => {
  it("is of a bounded size, and loses no growth within what rules look at", () => {
    const [boot] = boots;
    const noisy = Array.from({ length: 24 * 120 }, (_, hour): [number, Partial<LogReading>] => [
      hour,
      {
        boot,
        counters: { driveCorrectable: BigInt(hour * 10) },
        media: { bytesWritten: BigInt(hour), unitsWritten: BigInt(hour) },
      },
    ]);
    const history = after(...noisy);
    const last = start + (24 * 120 - 1) * hourMs;
    expect(history?.grown.length).toBeLessThan(3 * 24 + 95);
    expect(history?.days).toHaveLength(35);
    const sum = (days: number) =>
      history?.grown.reduce((all, { atMs, by }) => (atMs > last - days * dayMs ? all + by : all), 0);
    expect(sum(1)).toBe(240);
    expect(sum(90)).toBeGreaterThan(240 * 89);
  });
});

describe("facts of a history", () => {
  const nowMs = start + 10 * hourMs;

  it("are known of what was told, quiet or not, and of nothing else", () => {
    const history = after([0, { counters: { badBlocks: 3n, endToEndErrors: 0n } }], [5, blocks(4n)]);
    expect(logGrowth(history, nowMs)).toEqual({
      growth: { badBlocks: [{ atMs: start + 5 * hourMs, by: 1 }], endToEndErrors: [] },
      totals: { badBlocks: 4n, endToEndErrors: 0n },
    });
    expect(logGrowth(undefined, nowMs)).toEqual({ growth: {}, totals: {} });
  });

  it("are unknown of what nobody has told for long", () => {
    const history = after([0, blocks(3n)]);
    expect(Object.keys(logGrowth(history, start + LOGS_STALE_MS - 1).growth)).toEqual(["badBlocks"]);
    expect(logGrowth(history, start + LOGS_STALE_MS).growth).toEqual({});
  });

  it("are known of the error log though nothing stands in it", () => {
    const history = after([0, { errors: { newestCount: 0n, entries: [] } }]);
    expect(logGrowth(history, nowMs).growth).toEqual({ deviceErrors: [] });
  });
});

describe("capacitors", () => {
  const days = (...percents: readonly (number | undefined)[]) =>
    percents.map((capacitorPercent, day) => ({ atMs: start + day * dayMs, capacitorPercent }));

  it.each<[string, (number | undefined)[], { percent: number; fellPercent: number } | undefined]>([
    ["none told", [], undefined],
    ["not implemented", [0, 0xffff, 0], undefined],
    ["steady", [160, 160], { percent: 160, fellPercent: 0 }],
    ["fell within a week", [160, 160, 160, 144], { percent: 144, fellPercent: 10 }],
    ["fell longer ago", [160, 144, 144, 144, 144, 144, 144, 144, 144, 144], { percent: 144, fellPercent: 0 }],
  ])("%s", (_, percents, expected) => {
    expect(capacitorOf(days(...percents))).toEqual(expected);
  });
});
