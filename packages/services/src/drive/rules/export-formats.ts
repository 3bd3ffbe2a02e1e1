import { celsiusOfKelvin, csvLine } from "@crosspoint/domain";
import type { DriveListEntry } from "./list-entry.ts";

/** How drives become the parts of a file. */
interface DriveExportFormat {
  readonly contentType: string;
  readonly start: string;
  readonly drive: (drive: DriveListEntry, index: number) => string;
  readonly end: string;
}

type Cell = string | number | bigint | boolean | undefined;

/** The unit is last in a name. */
const columns: readonly (readonly [name: string, cell: (drive: DriveListEntry) => Cell])[] = [
  ["serial", ({ serial }) => serial],
  ["model", ({ model }) => model],
  ["product", ({ productName }) => productName],
  ["firmware", ({ firmware }) => firmware],
  ["capacity_bytes", ({ capacityBytes }) => capacityBytes],
  ["verdict", ({ verdict }) => verdict],
  ["verdict_since", ({ verdictSince }) => verdictSince.toISOString()],
  ["host", ({ host }) => host?.name],
  ["controller", ({ host }) => host?.controllerName],
  ["last_host", ({ lastHostname }) => lastHostname],
  ["contested", ({ contested }) => contested],
  ["temperature_celsius", ({ temperatureKelvin: kelvin }) => (kelvin === undefined ? kelvin : celsiusOfKelvin(kelvin))],
  ["percentage_used", ({ percentageUsed }) => percentageUsed],
  ["likely_end", ({ likelyEnd }) => likelyEnd?.toISOString()],
  ["written_bytes", ({ bytesWritten }) => bytesWritten],
  ["power_on_hours", ({ powerOnHours }) => powerOnHours],
  ["sampled_at", ({ sampledAt }) => sampledAt?.toISOString()],
  ["lifecycle", ({ lifecycle }) => lifecycle],
  ["tags", ({ tags }) => tags.join(", ")],
  ["id", ({ id }) => id],
];

const csv: DriveExportFormat = {
  contentType: "text/csv; charset=utf-8",
  start: csvLine(columns.map(([name]) => name)),
  drive: (drive) => csvLine(columns.map(([, cell]) => cell(drive))),
  end: "",
};

/** Counters are decimal text: they are wider than a JSON number. */
const json: DriveExportFormat = {
  contentType: "application/json",
  start: "[",
  drive: (drive, index) =>
    `${index === 0 ? "\n" : ",\n"}${JSON.stringify(drive, (_, value) => (typeof value === "bigint" ? value.toString() : value))}`,
  end: "\n]\n",
};

export const driveExportFormats = { csv, json } as const;
