import { expect, it } from "vitest";
import { amplificationOver, type MediaPoint } from "./amplification.ts";

const dayMs = 86_400_000;
const start = Date.UTC(2026, 9, 1);
/** A hundred data units are 51.2 MB; of a drive of 1 GB that is more than the percent that must be written. */
const capacityBytes = 1e9;

/** A point a day: bytes to the medium, and data units of hosts. */
const points = (...counters: readonly [media: number, units: number][]): MediaPoint[] =>
  counters.map(([media, units], day) => ({
    atMs: start + day * dayMs,
    bytesWritten: BigInt(media),
    unitsWritten: BigInt(units),
  }));
const over = (days: number, all: readonly MediaPoint[]) =>
  amplificationOver(all, { nowMs: all.at(-1)?.atMs ?? start, days, capacityBytes });
const steady = (media: number, units: number, days: number) =>
  points(...Array.from({ length: days }, (_, day): [number, number] => [day * media, day * units]));

it("is what reached the medium for each byte of hosts", () => {
  expect(over(7, steady(102_400_000, 100, 8))).toEqual({
    kind: "amplification",
    factor: 2,
    hostBytes: 7 * 51_200_000,
    mediaBytes: 7 * 102_400_000,
  });
});

it("goes by the days asked for alone", () => {
  const quietThenBusy = [...steady(51_200_000, 100, 20), ...steady(512_000_000, 100, 8)].map((point, day) => ({
    ...point,
    atMs: start + day * dayMs,
  }));
  expect(over(7, quietThenBusy)).toMatchObject({ factor: 10 });
});

it.each<[string, MediaPoint[], string]>([
  ["half a window but a day is too little", steady(1e8, 100, 4), "tooLittle"],
  ["half of it is enough", steady(1e8, 100, 5), "amplification"],
  ["an idle drive divides by almost nothing", steady(1e8, 1, 8), "tooLittle"],
  [
    "a counter that stands still is none",
    points(...steady(0, 100, 8).map((): [number, number] => [0, 0])),
    "tooLittle",
  ],
  ["nothing", [], "tooLittle"],
])("%s", (_, all, kind) => {
  expect(over(7, all).kind).toBe(kind);
});

it("says that a drive does not count where it has the field, and nothing in it", () => {
  const all = steady(0, 100, 8);
  expect(over(7, all)).toEqual({ kind: "notReported" });
});

it("leaves out the step over which a counter was set back, or made a leap that no medium can", () => {
  const all = steady(102_400_000, 100, 10);
  const setBack = all.map((point, day) =>
    day < 3 ? { ...point, bytesWritten: point.bytesWritten + 10n ** 12n } : point,
  );
  expect(over(9, setBack)).toMatchObject({ factor: 2, hostBytes: 8 * 51_200_000 });
  const leap = all.map((point, day) => (day < 3 ? point : { ...point, bytesWritten: point.bytesWritten + 2n ** 100n }));
  expect(over(9, leap)).toMatchObject({ factor: 2, hostBytes: 8 * 51_200_000 });
});
