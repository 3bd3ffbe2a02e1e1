import { list } from "../array-literal.ts";
import { Prisma } from "../generated/client/client.ts";
import type { SqlRunner } from "../plain.ts";
import { type OpenConditionRow, openConditions, type ThresholdRow, thresholdsOf } from "./lock-drives.ts";

/** A drive's newest sample, and the row in lists that has it: they change together. */
export interface NewestSample {
  latestMs: number | null;
  /** By its host's clock. */
  latestClockMs: number | null;
  latestHostId: string | null;
  latestSequence: number | null;
  percentageUsed: number | null;
  /** Decimal text. */
  powerOnHours: string | null;
  /** The transaction that changed anything about the drive last: the `xmin` of its reading. */
  revision: number;
}

/** What a new sample of a drive is judged by: of {@link LockedDrive} as much as a sample needs, and since when its host has it. */
export interface SampledDrive extends DriveTrouble, NewestSample {
  readonly id: string;
  readonly model: string;
  readonly warningTemperatureKelvin: number | null;
  readonly criticalTemperatureKelvin: number | null;
  readonly verdictRank: number;
  readonly verdictSinceMs: number;
  /** Whether its last hour is to be looked at, as it is stored. */
  readonly lookAgain: boolean;
  /** The broadest first; null where nobody set any for any drive. */
  readonly thresholds: readonly ThresholdRow[] | null;
  /** Where it is now. */
  readonly hostId: string | null;
  readonly hostSinceMs: number | null;
}

/** What is wrong with a drive. */
interface DriveTrouble {
  readonly problem: unknown;
  readonly problemSince: Date | null;
  readonly conditions: readonly OpenConditionRow[];
}

/**
 * Locks the newest readings of drives and their rows in lists, in the order of their ids: a row that somebody else held is read as it is
 * once the lock is had. Whoever decides anything about a drive locks these rows as well. Returns each drive at the place of its id, undefined
 * where it is not known any more, or has become part of another. Of those that are in order, which are most, no conditions are read.
 */
export async function lockSampledDrives(
  tx: SqlRunner,
  keys: readonly { readonly id: string; readonly model: string }[],
): Promise<(SampledDrive | undefined)[]> {
  // Drive by drive through its index: a database without fresh statistics would rather read all drives for a hundred. They come
  // as one text: a thousand rows of a dozen columns cost the driver, and JSON the database, more than finding them.
  const [read] = await tx.$queryRaw<{ rows: string | null }[]>`
    SELECT string_agg(row, E'\n') AS rows FROM (
      SELECT concat_ws(E'\t', ${fields}) AS row
      FROM unnest(${list(keys.map(({ id }) => id))}::uuid[]) WITH ORDINALITY AS sampled (id, place)
      JOIN drive_reading AS reading ON reading.drive_id = sampled.id
      JOIN drive_state AS state ON state.drive_id = sampled.id AND state.lifecycle <> 'merged'
      ORDER BY state.drive_id
      LIMIT ${keys.length}
      FOR UPDATE OF reading, state
    ) AS locked`;
  const drives = new Array<SampledDrive | undefined>(keys.length).fill(undefined);
  const troubled: number[] = [];
  let anyThreshold = false;
  for (const row = new Row(read?.rows ?? ""); !row.isLast; row.skip()) {
    const at = (row.number() ?? 0) - 1;
    const key = keys[at];
    if (key === undefined) throw new Error("PostgreSQL tells a drive that was not asked for.");
    if (row.flag()) troubled.push(at);
    if (row.flag()) anyThreshold = true;
    drives[at] = sampledDrive(key, row);
  }
  if (troubled.length > 0) await addTroubles(tx, drives, troubled);
  if (anyThreshold) await addThresholds(tx, drives);
  return drives;
}

const milliseconds = (time: string) => `(date_part('epoch', ${time}) * 1000)::bigint::text`;
const orNone = (value: string) => `coalesce(${value}, '')`;
const flag = (condition: string) => `CASE WHEN ${condition} THEN 't' ELSE '' END`;

/**
 * In the order in which they are read; whole numbers, flags and ids, none of them a text that anybody else has written. An
 * absent value would be left out, and is an empty text therefore. A host that is the one that the drive is on is told as 0.
 */
const fields = Prisma.raw(
  [
    "place",
    flag("state.problem_kind IS NOT NULL OR state.has_conditions"),
    // Looked for once.
    flag("EXISTS (SELECT FROM health_threshold)"),
    flag("state.look_again"),
    orNone("state.warning_temperature_kelvin::text"),
    orNone("state.critical_temperature_kelvin::text"),
    "state.verdict_rank",
    milliseconds("state.verdict_since"),
    orNone("state.host_id::text"),
    orNone(milliseconds("state.host_since")),
    orNone(milliseconds("reading.sampled_at")),
    orNone(milliseconds("reading.sample_time")),
    "CASE WHEN reading.sampled_host_id = state.host_id THEN '0' ELSE coalesce(reading.sampled_host_id::text, '') END",
    orNone("reading.sampled_sequence::text"),
    orNone("state.percentage_used::text"),
    orNone("state.power_on_hours::text"),
    "reading.xmin::text",
    "''",
  ].join(", "),
);

const [tab, minus, zero] = [..."\t-0"].map((sign) => sign.charCodeAt(0)) as [number, number, number];

/** Reads rows field by field, and makes nothing but what is asked for: there are a thousand a group. */
class Row {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isLast(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The end of a row: its last field is an empty one. */
  skip(): void {
    this.#at += 1;
  }

  flag(): boolean {
    const isSet = this.#text.charCodeAt(this.#at) !== tab;
    this.#at += isSet ? 2 : 1;
    return isSet;
  }

  number(): number | null {
    let code = this.#text.charCodeAt(this.#at++);
    if (code === tab) return null;
    const sign = code === minus ? -1 : 1;
    if (sign < 0) code = this.#text.charCodeAt(this.#at++);
    let number = 0;
    for (; code !== tab; code = this.#text.charCodeAt(this.#at++)) {
      if (Number.isNaN(code)) throw new Error("A row of a drive ends too soon.");
      number = number * 10 + (code - zero);
    }
    return sign * number;
  }

  text(): string | null {
    const end = this.#text.indexOf("\t", this.#at);
    const text = this.#text.slice(this.#at, end) || null;
    this.#at = end + 1;
    return text;
  }

  /** `same` where the field says so. */
  id(same: string | null): string | null {
    const id = this.text();
    return id === "0" ? same : id;
  }
}

function sampledDrive({ id, model }: { readonly id: string; readonly model: string }, row: Row): SampledDrive {
  const lookAgain = row.flag();
  const warningTemperatureKelvin = row.number();
  const criticalTemperatureKelvin = row.number();
  const verdictRank = row.number() ?? Number.NaN;
  const verdictSinceMs = row.number() ?? Number.NaN;
  const hostId = row.id(null);
  return {
    id,
    model,
    problem: null,
    problemSince: null,
    conditions: none,
    thresholds: null,
    lookAgain,
    warningTemperatureKelvin,
    criticalTemperatureKelvin,
    verdictRank,
    verdictSinceMs,
    hostId,
    hostSinceMs: row.number(),
    latestMs: row.number(),
    latestClockMs: row.number(),
    latestHostId: row.id(hostId),
    latestSequence: row.number(),
    percentageUsed: row.number(),
    powerOnHours: row.text(),
    revision: row.number() ?? Number.NaN,
  };
}

const none: readonly OpenConditionRow[] = [];

async function addTroubles(
  tx: SqlRunner,
  drives: (SampledDrive | undefined)[],
  troubled: readonly number[],
): Promise<void> {
  const troubles = await readTroubles(
    tx,
    troubled.map((at) => drives[at]?.id ?? ""),
  );
  for (const at of troubled) {
    const drive = drives[at];
    if (drive !== undefined) drives[at] = { ...drive, ...troubles.get(drive.id) };
  }
}

async function addThresholds(tx: SqlRunner, drives: (SampledDrive | undefined)[]): Promise<void> {
  const ids = drives.flatMap((drive) => (drive === undefined ? [] : [drive.id]));
  const rows = await tx.$queryRaw<{ readonly id: string; readonly thresholds: readonly ThresholdRow[] | null }[]>`
    SELECT state.drive_id AS id, ${thresholdsOf} AS thresholds
    FROM drive_state AS state WHERE state.drive_id = ANY (${list(ids)}::uuid[])
    LIMIT ${ids.length}`;
  const byId = new Map(rows.map(({ id, thresholds }) => [id, thresholds]));
  for (const [at, drive] of drives.entries()) {
    if (drive !== undefined) drives[at] = { ...drive, thresholds: byId.get(drive.id) ?? null };
  }
}

/** Of drives that are locked. */
async function readTroubles(tx: SqlRunner, driveIds: readonly string[]): Promise<Map<string, DriveTrouble>> {
  const rows = await tx.$queryRaw<(DriveTrouble & { readonly id: string })[]>`
    SELECT drive.id, drive.problem, drive.problem_since AS "problemSince", ${openConditions} AS conditions
    FROM drive WHERE drive.id = ANY (${list(driveIds)}::uuid[])
    LIMIT ${driveIds.length}`;
  return new Map(rows.map(({ id, ...trouble }) => [id, trouble]));
}
