import { readFileSync } from "node:fs";
import { BinaryWriter } from "@crosspoint/db/binary/writer";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import { type SmartLogBytes, smartLogOfBytes } from "@crosspoint/db/queries/smart-log-bytes";
import { agentEvent, protocolLimits, reportRequest } from "@crosspoint/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CountedSample, waitingSample } from "../group/waiting-sample.ts";
import { isCounted } from "../take-new.ts";
import { reportText } from "../testing/report-text.ts";
import { beginsAsSamples, scanReport } from "./scan-report.ts";

const sample = () => ({
  id: "0190c6a4-1f2e-7c3a-9b1d-2f4e6a8c0b13",
  timeMs: 1_795_000_000_000,
  sequence: 7,
  kind: "smart",
  drive: { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "PHKS0001" },
  log: {
    criticalWarning: 0,
    compositeTemperatureKelvin: 308,
    availableSparePercent: 100,
    availableSpareThresholdPercent: 10,
    percentageUsed: 3,
    dataUnitsRead: "81395004",
    dataUnitsWritten: String(10n ** 39n - 1n),
    hostReadCommands: "0",
    hostWriteCommands: "3981234567",
    controllerBusyTimeMinutes: "12345",
    powerCycles: "41",
    powerOnHours: "23456",
    unsafeShutdowns: "6",
    mediaErrors: "0",
    errorLogEntries: "7",
    warningTemperatureTimeMinutes: 0,
    criticalTemperatureTimeMinutes: Number.MAX_SAFE_INTEGER,
    temperatureSensorsKelvin: [308, 310],
    thermalManagement1Seconds: 4,
  },
});

/** Values near what a member may be, and anything else that JSON can say. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    -1,
    0,
    -0,
    1,
    0.5,
    255,
    256,
    65_535,
    65_536,
    2 ** 53 - 1,
    2 ** 53,
    1e21,
    253_402_300_800_000,
  ),
  fc.constantFrom<unknown>("", "0", "00", "01", "-1", "1e3", " 1", "9".repeat(39), "9".repeat(40), "x".repeat(65)),
  fc.constantFrom<unknown>('a"b', "a\\b", "a\nb", "ä", " a", "a ", " ", "a\0", "\ud800", "a b", "{}", "],"),
  fc.constantFrom<unknown>(null, true, [], [1], [1, 2, 3, 4, 5, 6, 7, 8, 9], [-1], ["1"], {}, "inventory", "smart"),
  fc.uuid(),
  fc.jsonValue(),
);

const places = (value: unknown): string[][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => [[key], ...places(member).map((below) => [key, ...below])])
    : [];

/** A sample with some of its members changed, left out or added. */
const changed = fc
  .array(
    fc.record({
      place: fc.constantFrom(...places(sample()), ["more"], ["log", "more"], ["drive", "__proto__"]),
      change: fc.oneof(
        values.map((value) => ({ value })),
        fc.constant(undefined),
      ),
    }),
    { maxLength: 2 },
  )
  .map((changes) => {
    const event: Record<string, unknown> = sample();
    for (const { place, change } of changes) {
      let within = event;
      for (const key of place.slice(0, -1)) within = (within?.[key] ?? {}) as Record<string, unknown>;
      const last = place.at(-1) ?? "";
      if (typeof within !== "object" || within === null) continue;
      // Its own: the next change may be of a member of it.
      const value = { value: structuredClone(change?.value), enumerable: true, configurable: true, writable: true };
      if (change === undefined) delete within[last];
      else Object.defineProperty(within, last, value);
    }
    return event;
  });

const thermal = {
  thermalManagement1Transitions: 1,
  thermalManagement2Transitions: 2,
  thermalManagement1Seconds: 3,
  thermalManagement2Seconds: 4,
};

/** Of a type of the agent, which serde writes as they stand. */
function membersOf(type: string): string[] {
  const file = new URL("../../../../../agent/crates/wire/src/generated.rs", import.meta.url);
  const body = readFileSync(file, "utf8").split(`pub struct ${type} {`)[1]?.split("\n}")[0] ?? "";
  const members = body.matchAll(/(?:rename = "(\w+)"[^\]]*\]\s*)?pub (\w+):/g);
  return [...members].map(([, renamed, name]) => renamed ?? name ?? "");
}

const scan = (text: string) => scanReport(Buffer.from(text), { isRightTime: () => true, logs: new BinaryWriter(1) });
const text = (...events: readonly unknown[]) => reportText(1, events);

const inHex = ({ stored: { bytes, from, end }, ...sample }: { readonly stored: SmartLogBytes }) => ({
  ...sample,
  stored: bytes.toString("hex", from, end),
});

describe("a report that is scanned", () => {
  it("says what the contract reads in it", () => {
    let [scanned, read] = [0, 0];
    fc.assert(
      fc.property(fc.array(changed, { minLength: 1, maxLength: 3 }), (events) => {
        const body = text(...events);
        const found = scan(body);
        const parsed = reportRequest.safeParse(JSON.parse(body));
        if (parsed.success) read += 1;
        if (found === undefined) return;
        scanned += 1;
        expect(beginsAsSamples(Buffer.from(body))).toBe(true);
        const counted = parsed.data?.events.filter(
          (event): event is CountedSample => event.kind === "smart" && isCounted(event),
        );
        expect(found.agentTimeMs).toBe(1);
        expect(found.samples.map(inHex)).toEqual(counted?.map(waitingSample).map(inHex));
        expect(found.samples.map(({ stored }) => smartLogOfBytes(stored))).toEqual(counted?.map(({ log }) => log));
        expect(found.samples).toHaveLength(events.length);
      }),
      { numRuns: 5000 },
    );
    // Most of what is good, or the property would say little.
    expect(scanned).toBeGreaterThan(read * 0.75);
  });

  it("holds what an agent sends", () => {
    const [{ drive, log }] = [sample()];
    expect(scan(text(sample(), { ...sample(), sequence: 8 }))).toMatchObject({
      agentTimeMs: 1,
      samples: [
        { identity: identityText(drive), sequence: 7, timeMs: 1_795_000_000_000, percentageUsed: 3 },
        { sequence: 8, dataUnitsWritten: log.dataUnitsWritten, powerOnHours: "23456" },
      ],
    });
    expect(scan(text())).toEqual({ agentTimeMs: 1, samples: [] });
    expect(scan(text(...Array.from({ length: protocolLimits.eventsPerReport }, sample)))).toBeDefined();
  });

  it.each([
    ["SmartEvent", sample()],
    ["DriveIdentity", sample().drive],
    ["SmartLog", { ...sample().log, ...thermal }],
  ])("has the members of %s in the order in which the agent's own type writes them", (type, value) => {
    const written = Object.keys(JSON.parse(reportText(1, [value])).events[0]).filter((name) => name !== "kind");
    expect(membersOf(type)).toEqual(written);
  });

  it.each([
    ["more events than a report may have", text(...Array.from({ length: protocolLimits.eventsPerReport + 1 }, sample))],
    ["an event without its count", text({ ...sample(), sequence: undefined })],
    ["a clock below zero", reportText(-1, [sample()])],
    ["no end", text(sample()).slice(0, -1)],
    ["something behind its end", `${text(sample())} `],
    ["a comma too many", text(sample()).replace("]}", ",]}")],
    ["no comma", text(sample(), sample()).replace('},{"kind"', '}{"kind"')],
    ["a member twice", text(sample()).replace('"serial"', '"model":"other","serial"')],
    ["an empty text", ""],
  ])("is none with %s", (_, body) => {
    expect(scan(body)).toBeUndefined();
  });

  it("is none where a sample is of another time", () => {
    const body = Buffer.from(text(sample(), { ...sample(), timeMs: 5 }));
    expect(scanReport(body, { isRightTime: (timeMs) => timeMs > 5, logs: new BinaryWriter(1) })).toBeUndefined();
  });

  it("may be cut anywhere", () => {
    const whole = text(sample(), sample());
    for (let length = 0; length < whole.length; length += 1) expect(scan(whole.slice(0, length))).toBeUndefined();
  });

  it("takes no event that is not a sample of the contract", () => {
    expect(agentEvent.safeParse(sample()).success).toBe(true);
    expect(scan(text({ ...sample(), kind: "driveProblem" }))).toBeUndefined();
  });
});
