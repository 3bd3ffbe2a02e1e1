/**
 * One formatter per unit. Inside and on the wire there are bytes, nanoseconds, kelvin and milliseconds; this is the
 * one place where they become what a person reads. Four significant digits, so that every published figure survives.
 */

/** A figure for a person: number and unit apart, since the unit is drawn in a lighter tone, and both as one text. */
export interface Quantity {
  readonly value: string;
  readonly unit: string;
  /** Value and unit with a thin space between. */
  readonly text: string;
}

/** U+2009, between a number and its unit. */
export const THIN_SPACE = "\u2009";

const SIGNIFICANT_DIGITS = 4;

/** Amount of bytes in decimal units, as drives are sold: 400 088 457 216 is "400.1 GB". */
export function formatBytes(bytes: number | bigint): Quantity {
  return scaled(Number(bytes), BYTE_UNITS);
}

/** Size of one transfer in binary units, as block sizes are named: 4096 is "4 KiB", 512 is "512 B". */
export function formatBlockSize(bytes: number): Quantity {
  return scaled(bytes, BLOCK_UNITS);
}

/** Size of memory in binary units, as it is built and sold: 34 359 738 368 is "32 GiB". */
export function formatMemory(bytes: number | bigint): Quantity {
  return scaled(Number(bytes), BLOCK_UNITS);
}

/** Units of throughput that a chart may keep: decimal, 1e6 and 1e9 bytes/s. */
export type ThroughputUnit = "B/s" | "kB/s" | "MB/s" | "GB/s";

/** Throughput in decimal units; `unit` keeps one scale within a chart or table. */
export function formatThroughput(bytesPerSecond: number, unit?: ThroughputUnit): Quantity {
  return unit === undefined ? scaled(bytesPerSecond, THROUGHPUT_UNITS) : inUnit(bytesPerSecond, THROUGHPUT_UNITS, unit);
}

/** The unit in which the largest throughput of a chart reads best. */
export function chooseThroughputUnit(maxBytesPerSecond: number): ThroughputUnit {
  return unitFor(maxBytesPerSecond, THROUGHPUT_UNITS).name;
}

/** Units of latency that a chart may keep. */
export type LatencyUnit = "ns" | "µs" | "ms" | "s";

/** Latency; `unit` keeps one scale within a chart or table, chosen by {@link chooseLatencyUnit}. */
export function formatLatency(ns: number, unit?: LatencyUnit): Quantity {
  return unit === undefined ? scaled(ns, LATENCY_UNITS) : inUnit(ns, LATENCY_UNITS, unit);
}

/** The unit in which the largest latency of a chart reads best: ns below 1 µs, then µs, ms, s. */
export function chooseLatencyUnit(maxNs: number): LatencyUnit {
  return unitFor(maxNs, LATENCY_UNITS).name;
}

/** Nanoseconds in one of the unit: what an axis divides its values by. */
export function nanosecondsPer(unit: LatencyUnit): number {
  return factorOf(LATENCY_UNITS, unit);
}

/** Bytes per second in one of the unit: what an axis divides its values by. */
export function bytesPerSecondPer(unit: ThroughputUnit): number {
  return factorOf(THROUGHPUT_UNITS, unit);
}

/** Operations per second, whole from 1000 on: "584,800 IOPS". */
export function formatIops(iops: number): Quantity {
  return quantity(decimal(iops), "IOPS");
}

/** Whole number of anything countable, exact at any size: "32,381,395,004". */
export function formatCount(count: number | bigint): string {
  return grouped(typeof count === "bigint" ? count.toString() : Math.round(finite(count)).toString());
}

/** Percentage given in percent (not as a share of 1): 99.5 is "99.5 %". */
export function formatPercent(percent: number): Quantity {
  return quantity(decimal(percent), "%");
}

/** Celsius is 273 below NVMe's whole kelvins, by the convention of nvme-cli and the kernel: 300 K is 27 °C. */
const CELSIUS_OFFSET_KELVIN = 273;

/** Degrees Celsius of a temperature in whole kelvins, as the NVMe logs state it. */
export function celsiusOfKelvin(kelvin: number): number {
  return finite(kelvin) - CELSIUS_OFFSET_KELVIN;
}

/** The NVMe logs' whole kelvins of whole degrees Celsius. */
export function kelvinOfCelsius(celsius: number): number {
  return finite(celsius) + CELSIUS_OFFSET_KELVIN;
}

/** Temperature in degrees Celsius from kelvin: 313 is "40 °C". */
export function formatTemperature(kelvin: number): Quantity {
  return quantity(decimal(celsiusOfKelvin(kelvin)), "°C");
}

/** A data unit of the SMART/Health log: 1000 blocks of 512 bytes (NVMe Base Specification, log page 02h). */
const BYTES_PER_DATA_UNIT = 512_000n;

/** Bytes of a number of data units, exact. */
export function bytesOfDataUnits(dataUnits: bigint): bigint {
  return dataUnits * BYTES_PER_DATA_UNIT;
}

/** So many digits times 512,000 are exact in a number. */
const exactDigits = 10;

/** The same of decimal text, as decimal text. */
export function bytesTextOfDataUnits(dataUnits: string): string {
  if (dataUnits.length > exactDigits) return String(bytesOfDataUnits(BigInt(dataUnits)));
  return String(Number(dataUnits) * Number(BYTES_PER_DATA_UNIT));
}

/** Data units read or written, as bytes: 32 381 395 004 units are "16.58 PB". */
export function formatDataUnits(dataUnits: bigint): Quantity {
  return formatBytes(bytesOfDataUnits(dataUnits));
}

/** Hours of power-on time, exact: "26,304 h". */
export function formatPowerOnHours(hours: number | bigint): Quantity {
  return quantity(formatCount(hours), "h");
}

/** Power from milliwatts, exact: 18 000 is "18 W". */
export function formatPower(milliwatts: number): Quantity {
  return quantity(String(finite(milliwatts) / 1000), "W");
}

const DURATION_UNITS = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
  { name: "s", ms: 1_000 },
] as const;

/** Length of time in its two largest units: "3 min 5 s", "2 d 4 h"; below a second "850 ms". Rounded, never negative. */
export function formatDuration(milliseconds: number): string {
  const rounded = Math.max(Math.round(finite(milliseconds)), 0);
  if (rounded < 1_000) return quantity(String(rounded), "ms").text;
  // Rounding to the smaller of the two units comes first, so that 59.9 s in 1 h 59 min 59.9 s carries into 2 h.
  const coarse = DURATION_UNITS.findIndex(({ ms }, index) => {
    const smaller = DURATION_UNITS[index + 1]?.ms ?? ms;
    return Math.round(rounded / smaller) * smaller >= ms;
  });
  const large = DURATION_UNITS[coarse] ?? DURATION_UNITS[3];
  const small = DURATION_UNITS[coarse + 1];
  if (small === undefined) return quantity(String(Math.round(rounded / large.ms)), large.name).text;
  const total = Math.round(rounded / small.ms) * small.ms;
  const rest = (total % large.ms) / small.ms;
  const head = quantity(String(Math.floor(total / large.ms)), large.name).text;
  return rest === 0 ? head : `${head} ${quantity(String(rest), small.name).text}`;
}

interface Scale<Name extends string> {
  readonly name: Name;
  readonly factor: number;
}

const BYTE_UNITS = decimalScale(["B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB"]);
const THROUGHPUT_UNITS = decimalScale(["B/s", "kB/s", "MB/s", "GB/s"]);
const LATENCY_UNITS = decimalScale(["ns", "µs", "ms", "s"]);
const BLOCK_UNITS: readonly Scale<string>[] = ["B", "KiB", "MiB", "GiB"].map((name, power) => ({
  name,
  factor: 1024 ** power,
}));

function decimalScale<const Name extends string>(names: readonly Name[]): readonly Scale<Name>[] {
  return names.map((name, power) => ({ name, factor: 1000 ** power }));
}

function scaled<Name extends string>(amount: number, scale: readonly Scale<Name>[]): Quantity {
  return inUnit(amount, scale, unitFor(amount, scale).name);
}

function inUnit<Name extends string>(amount: number, scale: readonly Scale<Name>[], name: Name): Quantity {
  return quantity(decimal(amount / factorOf(scale, name)), name);
}

function factorOf<Name extends string>(scale: readonly Scale<Name>[], name: Name): number {
  const unit = scale.find((candidate) => candidate.name === name);
  if (unit === undefined)
    throw new RangeError(`No unit ${name}; there are ${scale.map((each) => each.name).join(", ")}`);
  return unit.factor;
}

/** The largest unit of which the amount, once rounded for display, makes at least one: 999.96 MB is "1 GB". */
function unitFor<Name extends string>(amount: number, scale: readonly Scale<Name>[]): Scale<Name> {
  const magnitude = Number(Math.abs(finite(amount)).toPrecision(SIGNIFICANT_DIGITS));
  const [smallest] = scale;
  if (smallest === undefined) throw new RangeError("A scale needs at least one unit.");
  return scale.findLast(({ factor }) => magnitude >= factor) ?? smallest;
}

/** Four significant digits, but never rounding whole digits away; no trailing zeros; thousands in groups. */
function decimal(amount: number): string {
  const magnitude = Math.abs(finite(amount));
  if (magnitude >= 10 ** (SIGNIFICANT_DIGITS - 1)) return grouped(amount.toFixed(0));
  return grouped(String(Number(amount.toPrecision(SIGNIFICANT_DIGITS))));
}

function grouped(digits: string): string {
  const [whole = "", ...fraction] = digits.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

function quantity(value: string, unit: string): Quantity {
  return { value, unit, text: `${value}${THIN_SPACE}${unit}` };
}

function finite(amount: number): number {
  if (!Number.isFinite(amount)) throw new RangeError(`A quantity must be a finite number: ${amount}`);
  return amount;
}
