import type { BinaryWriter } from "@crosspoint/db/binary/writer";
import { type SmartLogBytes, smartLogBytesMost } from "@crosspoint/db/queries/smart-log-bytes";
import { type SmartLogType, smartLogFields } from "@crosspoint/db/queries/smart-log-columns";
import { protocolLimits, reportEnvelope, smartEvent } from "@crosspoint/protocol";
import { z } from "zod";
import type { ReadSamples } from "../group/sample-report.ts";
import type { WaitingSample } from "../group/waiting-sample.ts";
import { Literal, ScannedText } from "./literal.ts";
import { Scan } from "./scan.ts";
import { formOf } from "./steps.ts";

const sampleForm = formOf(z.toJSONSchema(smartEvent, { io: "input" }));
const sample = new Scan(sampleForm);
const timeForm = formOf(z.toJSONSchema(reportEnvelope.shape.agentTimeMs, { io: "input" }));
const agentTime = new Scan(timeForm);
const [head, events, between] = [new Literal('{"agentTimeMs":'), new Literal(',"events":['), new Literal(",")];
const end = new Literal("]}");

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
const columns = Int32Array.from(smartLogFields.map(({ key }) => slot(`log.${key}`)));
const types = smartLogFields.map(({ type }) => type);

export interface Scanning {
  isRightTime(timeMs: number): boolean;
  /** Where the samples' logs are written, behind what is there. */
  readonly logs: BinaryWriter;
}

/**
 * Reads a report of nothing but counted samples of the present as agents write it, past JSON and the contract; undefined
 * where it is anything else, or written in another way: then it is to be read by those, which say what is wrong with it.
 * It makes of each sample some figures and bytes, as it will be stored and judged, and no more.
 */
export function scanReport(bytes: Buffer, { isRightTime, logs }: Scanning): ReadSamples | undefined {
  const text = new ScannedText(bytes);
  let at = behindEventsHead(text);
  if (at < 0) return undefined;
  const agentTimeMs = agentTime.number(0);
  const samples: WaitingSample[] = [];
  for (let last = end.behind(text, at); last !== bytes.length; last = end.behind(text, at)) {
    // Something comes behind its end.
    if (last >= 0) return undefined;
    if (samples.length > 0) at = between.behind(text, at);
    if (at >= 0) at = sample.read(text, at);
    if (at < 0 || samples.length === protocolLimits.eventsPerReport) return undefined;
    if (sample.start(slots.sequence) < 0 || !isRightTime(sample.number(slots.timeMs))) return undefined;
    samples.push(readSample(bytes, logs));
  }
  return { agentTimeMs, samples };
}

/** Where the first event begins; -1 where it is no report that agents write. */
function behindEventsHead(text: ScannedText): number {
  const timeAt = head.behind(text, 0);
  return timeAt < 0 ? -1 : events.behind(text, agentTime.read(text, timeAt));
}

const firstSample = sampleForm.steps[0];
if (firstSample?.kind !== "literal") throw new Error("A sample does not begin with its kind.");
const sampleHead = firstSample.literal;

/** Whether it is worth a scan: the first of its events, if it has any, is a sample. */
export function beginsAsSamples(bytes: Buffer): boolean {
  const text = new ScannedText(bytes);
  const at = behindEventsHead(text);
  return at >= 0 && (sampleHead.behind(text, at) >= 0 || end.behind(text, at) >= 0);
}

/** What was scanned last. */
function readSample(bytes: Buffer, logs: BinaryWriter): WaitingSample {
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
    stored: writeLog(bytes, logs),
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

/** As `smartLogBytes` makes it, of what was scanned last. */
function writeLog(bytes: Buffer, writer: BinaryWriter): SmartLogBytes {
  writer.makeRoom(smartLogBytesMost);
  const from = writer.at;
  for (let place = 0; place < columns.length; place += 1) {
    const column = columns[place] as number;
    const type = types[place] as SmartLogType;
    if (sample.start(column) < 0) writer.absent();
    else if (type === "numeric") writer.numeric(bytes, sample.start(column), sample.end(column));
    else if (type === "int[]") writer.int4s(sensors, readSensors(bytes, column));
    else if (type === "smallint") writer.int2(sample.number(column));
    else if (type === "int") writer.int4(sample.number(column));
    else writer.int8(sample.number(column));
  }
  return { bytes: writer.bytes, from, end: writer.at };
}

const sensors = new Int32Array(sampleForm.steps.find(({ kind }) => kind === "integers")?.count ?? 0);

/** How many there are. */
function readSensors(bytes: Buffer, column: number): number {
  const end = sample.end(column);
  let count = 0;
  let value = 0;
  for (let at = sample.start(column); at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte !== comma) value = value * 10 + (byte - zero);
    if (byte === comma || at === end - 1) {
      sensors[count++] = value;
      value = 0;
    }
  }
  return count;
}

const [comma, zero] = [...",0"].map((sign) => sign.charCodeAt(0)) as [number, number];
/** No identity is longer. */
const row = Buffer.alloc(256);

/** Byte by byte: they are so few that a call would cost more. */
function copyOf(bytes: Uint8Array, from: number, end: number, to: number): number {
  let at = to;
  for (let index = from; index < end; index += 1) row[at++] = bytes[index] as number;
  return at;
}
