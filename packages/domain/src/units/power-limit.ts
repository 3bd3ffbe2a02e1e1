/** Units of a Power Limit Value in a watt, by its Power Limit Scale: as in power state descriptors. 0 is "not reported". */
const unitsPerWatt: Readonly<Record<number, number>> = { 1: 10_000, 2: 100 };

/**
 * The power that feature 23h (Power Limit, NVMe Base Specification 2.1 and later) allows a drive, in milliwatts: Power Limit
 * Value in bits 15:0, Power Limit Scale in bits 17:16, as nvme-cli reads them. Undefined where no limit is reported.
 */
export function powerLimitMilliwatts(feature: number): number | undefined {
  const value = feature & 0xffff;
  const perWatt = unitsPerWatt[(feature >>> 16) & 0b11];
  return value === 0 || perWatt === undefined ? undefined : (value * 1000) / perWatt;
}
