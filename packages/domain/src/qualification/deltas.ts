import { bytesOfDataUnits, formatBytes, formatCount } from "../units/units.ts";
import type { Counted, CountedLog } from "./facts.ts";

/** A counter of the drive, before a run, after it, and by how much it grew. */
export interface CounterChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Absent where one of them is, or the counter was set back. */
  readonly added: string | undefined;
  /** It grew, and should not have. */
  readonly isBad: boolean;
}

interface Row {
  readonly name: string;
  readonly of: (log: CountedLog) => bigint | undefined;
  readonly write: (value: bigint) => string;
  readonly isBad: boolean;
}

const counted = (value: bigint) => formatCount(value);
const number = (value: number | undefined) => (value === undefined ? undefined : BigInt(value));
const bytes = (units: string) => bytesOfDataUnits(BigInt(units));
const written = (value: bigint) => formatBytes(value).text;

const rows: readonly Row[] = [
  { name: "Written", of: (log) => bytes(log.dataUnitsWritten), write: written, isBad: false },
  { name: "Read", of: (log) => bytes(log.dataUnitsRead), write: written, isBad: false },
  { name: "Percentage used", of: (log) => BigInt(log.percentageUsed), write: (v) => `${v} %`, isBad: false },
  { name: "Media and data integrity errors", of: (log) => BigInt(log.mediaErrors), write: counted, isBad: true },
  { name: "Error log entries", of: (log) => BigInt(log.errorLogEntries), write: counted, isBad: true },
  { name: "Unsafe shutdowns", of: (log) => BigInt(log.unsafeShutdowns), write: counted, isBad: true },
  { name: "Power cycles", of: (log) => BigInt(log.powerCycles), write: counted, isBad: false },
  ...(
    [
      ["Time above the warning temperature", "warningTemperatureTimeMinutes", "min"],
      ["Time above the critical temperature", "criticalTemperatureTimeMinutes", "min"],
      ["Light thermal throttling", "thermalManagement1Seconds", "s"],
      ["Heavy thermal throttling", "thermalManagement2Seconds", "s"],
    ] as const
  ).map(
    ([name, field, unit]): Row => ({
      name,
      of: (log) => number(log[field]),
      write: (value) => `${formatCount(value)} ${unit}`,
      isBad: true,
    }),
  ),
];

/** What a run did to its drive: each counter of SMART, then those of vendors' logs that grew. */
export function counterChanges(before: Counted | undefined, after: Counted | undefined): CounterChange[] {
  const smart = rows.map((row) => changeOf(row, before?.log && row.of(before.log), after?.log && row.of(after.log)));
  return [
    ...smart.filter((change) => change.before !== undefined || change.after !== undefined),
    ...vendors(before, after),
  ];
}

type Named = Pick<Row, "name" | "write" | "isBad">;

function changeOf({ name, write, isBad }: Named, before: bigint | undefined, after: bigint | undefined): CounterChange {
  const growth = before === undefined || after === undefined || after < before ? undefined : after - before;
  const text = (value: bigint | undefined) => (value === undefined ? undefined : write(value));
  return {
    name,
    before: text(before),
    after: text(after),
    added: text(growth),
    isBad: isBad && growth !== undefined && growth > 0n,
  };
}

function vendors(before: Counted | undefined, after: Counted | undefined): CounterChange[] {
  const earlier = new Map<string, string>(
    before?.vendorLogs.flatMap(({ name, attributes }) =>
      attributes.map((each): [string, string] => [`${name}: ${each.name}`, each.value]),
    ),
  );
  const changed = (after?.vendorLogs ?? []).flatMap((log) =>
    log.attributes.map(({ name, value, unit }) => ({ name: `${log.name}: ${name}`, value, unit })),
  );
  return changed
    .filter(({ name, value }) => earlier.has(name) && earlier.get(name) !== value)
    .map(({ name, value, unit }) =>
      changeOf(
        { name, write: (each) => (unit === "bytes" ? formatBytes(each).text : formatCount(each)), isBad: false },
        BigInt(earlier.get(name) ?? 0),
        BigInt(value),
      ),
    );
}
