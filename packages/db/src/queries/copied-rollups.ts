import { CopiedRows } from "../binary/copied-rows.ts";
import { type BinaryWriter, numericBytesMost, uuidBytes } from "../binary/writer.ts";
import type { LaterRunner } from "../plain.ts";
import { type RolledCounter, rolledColumns, rolledCounters, rolledGauges } from "./rollup-columns.ts";

/** An hour or a day of a drive. */
export interface RollupRow {
  readonly driveId: string;
  /** When it begins. */
  readonly timeMs: number;
  readonly samples: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly coveredMs: number;
  readonly gauges: Readonly<Record<Percentage, RolledGauge>> & {
    /** Absent where no sample told one. */
    readonly temperature_kelvin: RolledGauge | undefined;
  };
  /** Absent where the drive does not tell it. */
  readonly counters: Readonly<Record<RolledCounter, RolledStep | undefined>>;
}

export interface RolledGauge {
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly count: number;
}

/** A counter that JavaScript holds exactly. */
export interface RolledStep {
  readonly first: number;
  readonly last: number;
  readonly increase: number;
  readonly resets: number;
}

/** All others are wider. */
const countersOf64Bits: ReadonlySet<RolledCounter> = new Set([
  "warning_temperature_time_minutes",
  "critical_temperature_time_minutes",
  "throttle_transitions",
]);
const [temperature, ...percentages] = rolledGauges;
type Percentage = (typeof percentages)[number];

const columns = ["drive_id", "time", ...rolledColumns];
const wordBytes = 12;
const rowBytesMost = 4 + uuidBytes + columns.length * Math.max(wordBytes, numericBytesMost);

/** Hours or days that are added in the cheapest way. It fails where one is there. */
export class CopiedRollups {
  readonly #rows: CopiedRows;

  /** They are written over what `writer` held, which is theirs until they are stored. */
  constructor(table: "smart_hour" | "smart_day", writer: BinaryWriter) {
    const statement = `COPY ${table} (${columns.join(", ")}) FROM STDIN (FORMAT binary)`;
    this.#rows = new CopiedRows(statement, columns.length, writer);
  }

  add(row: RollupRow): void {
    this.#rows.begin(rowBytesMost);
    const { writer } = this.#rows;
    writer.uuid(row.driveId);
    writer.timestamp(row.timeMs);
    writer.int4(row.samples);
    writer.timestamp(row.firstMs);
    writer.timestamp(row.lastMs);
    writer.int8(row.coveredMs);
    const kelvin = row.gauges[temperature];
    writer.int4(kelvin?.count ?? 0);
    if (kelvin === undefined) for (let place = 0; place < 3; place += 1) writer.absent();
    else {
      writer.int4(kelvin.min);
      writer.int4(kelvin.max);
      writer.int8(kelvin.sum);
    }
    for (const name of percentages) {
      const { min, max, sum } = row.gauges[name];
      writer.int2(min);
      writer.int2(max);
      writer.int8(sum);
    }
    for (const name of rolledCounters) writeStep(writer, row.counters[name], countersOf64Bits.has(name));
  }

  send(tx: LaterRunner): void {
    this.#rows.send(tx);
  }
}

function writeStep(writer: BinaryWriter, step: RolledStep | undefined, isNarrow: boolean): void {
  if (step === undefined) {
    writer.absent();
    writer.absent();
    writer.numericWhole(0);
    writer.int4(0);
    return;
  }
  const { first, last, increase, resets } = step;
  if (isNarrow) {
    writer.int8(first);
    writer.int8(last);
  } else {
    writer.numericWhole(first);
    writer.numericWhole(last);
  }
  writer.numericWhole(increase);
  writer.int4(resets);
}
