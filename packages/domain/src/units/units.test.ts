import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as units from "./units.ts";

const plain = (quantity: units.Quantity) => quantity.text.replaceAll(units.THIN_SPACE, " ");

describe("units that a person reads", () => {
  it.each([
    // A 400 GB P3700 states 400 088 457 216 bytes.
    [units.formatBytes(400_088_457_216), "400.1 GB"],
    [units.formatBytes(0), "0 B"],
    // Drives are sold and rated in decimal units: a TiB is 1.1 TB.
    [units.formatBytes(2 ** 40), "1.1 TB"],
    [units.formatBytes(999), "999 B"],
    // Rounded for display first: 999.96 MB would otherwise read "1000 MB".
    [units.formatBytes(999_960_000), "1 GB"],
    [units.formatBytes(10n ** 18n), "1 EB"],
    [units.formatBlockSize(4096), "4 KiB"],
    [units.formatBlockSize(512), "512 B"],
    [units.formatPower(18_000), "18 W"],
    [units.formatPower(1235), "1.235 W"],
    [units.formatBlockSize(1_048_576), "1 MiB"],
    [units.formatThroughput(2_231_000_000), "2.231 GB/s"],
    [units.formatThroughput(2_231_000_000, "MB/s"), "2,231 MB/s"],
    [units.formatThroughput(48_700_000, "MB/s"), "48.7 MB/s"],
    [units.formatIops(584_800), "584,800 IOPS"],
    [units.formatIops(0.5), "0.5 IOPS"],
    [units.formatLatency(8_900), "8.9 µs"],
    [units.formatLatency(2_768_000), "2.768 ms"],
    [units.formatLatency(2_768_000, "µs"), "2,768 µs"],
    [units.formatLatency(107_700, "µs"), "107.7 µs"],
    [units.formatLatency(8_900, "ms"), "0.0089 ms"],
    [units.formatLatency(999.96), "1 µs"],
    [units.formatLatency(80_000_000_000), "80 s"],
    [units.formatPercent(16.3), "16.3 %"],
    // As nvme-cli, by 273: 313 K is 40 °C, and 255 K is -18 °C.
    [units.formatTemperature(313), "40 °C"],
    [units.formatTemperature(255), "-18 °C"],
    // 32 381 395 004 units x 512 000 B = 16 579 274 242 048 000 B.
    [units.formatDataUnits(32_381_395_004n), "16.58 PB"],
    [units.formatPowerOnHours(26_304n), "26,304 h"],
  ])("%o reads %s", (quantity, expected) => {
    expect(plain(quantity)).toBe(expected);
    expect(quantity.text).toBe(`${quantity.value}\u2009${quantity.unit}`);
  });

  it.each([
    [0, "0 ms"],
    [850, "850 ms"],
    [999.6, "1 s"],
    [59_400, "59 s"],
    [59_999, "1 min"],
    [180_000, "3 min"],
    [185_000, "3 min 5 s"],
    [3_599_600, "1 h"],
    [7_199_900, "2 h"],
    [187_200_000, "2 d 4 h"],
    [86_399_999, "1 d"],
  ])("a duration of %d ms reads %s", (milliseconds, expected) => {
    expect(units.formatDuration(milliseconds).replaceAll(units.THIN_SPACE, " ")).toBe(expected);
  });

  it("groups a 128-bit counter exactly", () => {
    expect(units.formatCount(2n ** 128n - 1n)).toBe("340,282,366,920,938,463,463,374,607,431,768,211,455");
  });

  it("converts data units exactly past 2^53", () => {
    // (2^60 + 1) x 512 000: a double would lose the one.
    expect(units.bytesOfDataUnits(2n ** 60n + 1n)).toBe(590_295_810_358_705_652_224_000n);
  });

  it.each(["0", "1", "32381395004", "9999999999", "10000000000", "9".repeat(39)])(
    "are the same bytes as text: %s units",
    (text) => expect(units.bytesTextOfDataUnits(text)).toBe(String(BigInt(text) * 512_000n)),
  );

  it("refuses what is not a number rather than print it", () => {
    expect(() => units.formatLatency(Number.NaN)).toThrow(RangeError);
    expect(() => units.formatIops(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});

describe("scales kept within a chart", () => {
  it.each([
    [999, "ns"],
    [1_000, "µs"],
    [2_768_000, "ms"],
    [17_100_000_000, "s"],
  ])("a chart up to %d ns is in %s", (maxNs, unit) => {
    expect(units.chooseLatencyUnit(maxNs)).toBe(unit);
  });

  it("offers the divisor of an axis", () => {
    expect(units.nanosecondsPer("µs")).toBe(1_000);
    expect(units.bytesPerSecondPer("MB/s")).toBe(1_000_000);
    expect(units.chooseThroughputUnit(413_000_000)).toBe("MB/s");
  });
});

const FACTOR: Record<string, number> = {
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  PB: 1e15,
};
const readBack = ({ value, unit }: units.Quantity) => Number(value.replaceAll(",", "")) * (FACTOR[unit] ?? Number.NaN);

describe("what is printed, read back", () => {
  it("is within half of the fourth digit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e13, noNaN: true }), (amount) => {
        expect(Math.abs(readBack(units.formatLatency(amount)) / amount - 1)).toBeLessThanOrEqual(5.001e-4);
        expect(Math.abs(readBack(units.formatBytes(amount)) / amount - 1)).toBeLessThanOrEqual(5.001e-4);
      }),
    );
  });

  it("never shows 1000 of a unit that has a larger one", () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e12, noNaN: true }), (ns) => {
        const { value, unit } = units.formatLatency(ns);
        if (unit !== "s") expect(Number(value.replaceAll(",", ""))).toBeLessThan(1_000);
      }),
    );
  });
});
