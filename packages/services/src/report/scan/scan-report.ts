import { absentInText, smartLogFields } from "@crosspoint/db/queries/smart-log-columns";
import { protocolLimits, reportEnvelope, smartEvent } from "@crosspoint/protocol";
import { z } from "zod";
import type { ReadSamples } from "../group/sample-report.ts";
import type { WaitingSample } from "../group/waiting-sample.ts";
import { behindLiteral, Scan } from "./scan.ts";
import { formOf } from "./steps.ts";

const sampleForm = formOf(z.toJSONSchema(smartEvent, { io: "input" }));
const sample = new Scan(sampleForm);
const timeForm = formOf(z.toJSONSchema(reportEnvelope.shape.agentTimeMs, { io: "input" }));
const agentTime = new Scan(timeForm);
const [head, events, between, end] = ['{"agentTimeMs":', ',"events":[', ",", "]}"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

/** Where in a sample's form its values are. */
function slot(path: string): number {
  const found = sampleForm.slots.get(path);
  if (found === undefined) throw new Error(`A sample has no ${path}.`);
  return found;
}

const slots = {
  timeMs: slot("timeMs"),
  sequence: slot("sequence"),
  pciVendorId: slot("drive.pciVendorId"),
  model: slot("drive.model"),
  serial: slot("drive.serial"),
  criticalWarning: slot("log.criticalWarning"),
  compositeTemperatureKelvin: slot("log.compositeTemperatureKelvin"),
  availableSparePercent: slot("log.availableSparePercent"),
  availableSpareThresholdPercent: slot("log.availableSpareThresholdPercent"),
  percentageUsed: slot("log.percentageUsed"),
  dataUnitsWritten: slot("log.dataUnitsWritten"),
  powerOnHours: slot("log.powerOnHours"),
};
const columns = Int32Array.from(smartLogFields.map((name) => slot(`log.${name}`)));

/**
 * Reads a report of nothing but counted samples of the present as agents write it, past JSON and the contract; undefined
 * where it is anything else, or written in another way: then it is to be read by those, which say what is wrong with it.
 * It makes a text and some figures of each sample, as it will be stored and judged, and no more.
 */
export function scanReport(bytes: Buffer, isRightTime: (timeMs: number) => boolean): ReadSamples | undefined {
  const timeEnd = agentTime.read(bytes, behindLiteral(bytes, 0, head));
  let at = timeEnd < 0 ? -1 : behindLiteral(bytes, timeEnd, events);
  if (at < 0) return undefined;
  const agentTimeMs = agentTime.number(0);
  const samples: WaitingSample[] = [];
  while (behindLiteral(bytes, at, end) < 0) {
    if (samples.length > 0) at = behindLiteral(bytes, at, between);
    if (at >= 0) at = sample.read(bytes, at);
    if (at < 0 || samples.length === protocolLimits.eventsPerReport) return undefined;
    if (sample.start(slots.sequence) < 0 || !isRightTime(sample.number(slots.timeMs))) return undefined;
    samples.push(readSample(bytes));
  }
  return at + end.length === bytes.length ? { agentTimeMs, samples } : undefined;
}

const firstSample = sampleForm.steps[0];
if (firstSample?.kind !== "literal") throw new Error("A sample does not begin with its kind.");
const sampleBytes = firstSample.bytes;

/** Whether it is worth a scan: the first of its events, if it has any, is a sample. */
export function beginsAsSamples(bytes: Buffer): boolean {
  const timeEnd = agentTime.read(bytes, behindLiteral(bytes, 0, head));
  const at = timeEnd < 0 ? -1 : behindLiteral(bytes, timeEnd, events);
  return at >= 0 && (behindLiteral(bytes, at, sampleBytes) >= 0 || behindLiteral(bytes, at, end) >= 0);
}

/** What was scanned last. */
function readSample(bytes: Buffer): WaitingSample {
  const text = (at: number) => bytes.toString("latin1", sample.start(at), sample.end(at));
  return {
    identity: identity(bytes),
    sequence: sample.number(slots.sequence),
    timeMs: sample.number(slots.timeMs),
    criticalWarning: sample.number(slots.criticalWarning),
    compositeTemperatureKelvin: sample.number(slots.compositeTemperatureKelvin),
    availableSparePercent: sample.number(slots.availableSparePercent),
    availableSpareThresholdPercent: sample.number(slots.availableSpareThresholdPercent),
    percentageUsed: sample.number(slots.percentageUsed),
    dataUnitsWritten: text(slots.dataUnitsWritten),
    powerOnHours: text(slots.powerOnHours),
    text: logText(bytes),
  };
}

const identitySlots = [slots.pciVendorId, slots.model, slots.serial] as const;

/** As `identityText` makes it, in one piece: made of pieces, it would be put together again for each look-up. */
function identity(bytes: Buffer): string {
  let at = 0;
  for (const each of identitySlots) {
    if (at > 0) row[at++] = 0;
    at = copyOf(bytes, sample.start(each), sample.end(each), at);
  }
  return row.toString("latin1", 0, at);
}

const [tab, open, close] = [..."\t{}"].map((sign) => sign.charCodeAt(0)) as [number, number, number];
const absent = Buffer.from(absentInText);
/** No log is longer: 22 columns, of which none has more than 65 characters. */
const row = Buffer.alloc(2048);

/** As `smartLogText` makes it; its list of sensors is the last, and differs from JSON's by its braces. */
function logText(bytes: Buffer): string {
  let at = 0;
  const last = columns.length - 1;
  for (let place = 0; place <= last; place += 1) {
    const column = columns[place] as number;
    if (place === last) row[at++] = open;
    const from = sample.start(column);
    at = from < 0 ? copyOf(absent, 0, absent.length, at) : copyOf(bytes, from, sample.end(column), at);
    row[at++] = place === last ? close : tab;
  }
  return row.toString("latin1", 0, at);
}

/** Byte by byte: they are so few that a call would cost more. */
function copyOf(bytes: Uint8Array, from: number, end: number, to: number): number {
  let at = to;
  for (let index = from; index < end; index += 1) row[at++] = bytes[index] as number;
  return at;
}
