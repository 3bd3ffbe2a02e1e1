import { randomUUID } from "node:crypto";
import { agentEvent, reportEnvelope } from "@crosspoint/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlainReport, isPlainSample } from "./plain-sample.ts";

const sample = () => ({
  id: randomUUID(),
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
  fc.constantFrom<unknown>(-1, 0, -0, 1, 0.5, 255, 256, 65_535, 65_536, 2 ** 53 - 1, 2 ** 53, 253_402_300_800_000),
  fc.constantFrom<unknown>("", "0", "00", "01", "-1", "1e3", " 1", "9".repeat(39), "9".repeat(40), "x".repeat(65)),
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
      if (change === undefined) delete within[last];
      else
        Object.defineProperty(within, last, {
          value: change.value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    // As it comes out of JSON: without holes.
    return JSON.parse(JSON.stringify(event)) as unknown;
  });

describe("a sample that is taken as it stands", () => {
  it("is what the contract makes of it, and nothing else is", () => {
    fc.assert(
      fc.property(changed, (event) => {
        const parsed = agentEvent.safeParse(event);
        const isSame = parsed.success && parsed.data.kind === "smart" && sameText(parsed.data, event);
        expect(isPlainSample(event)).toBe(isSame);
      }),
      { numRuns: 5000 },
    );
  });

  it("makes a report good by its envelope, too", () => {
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 3 }), values, (events, agentTimeMs) => {
        const report = { agentTimeMs, events };
        if (isPlainReport(report)) expect(reportEnvelope.parse(report)).toEqual(report);
      }),
    );
    expect(isPlainReport({ agentTimeMs: 1, events: [sample(), sample()] })).toBe(true);
    expect(isPlainReport({ agentTimeMs: -1, events: [sample()] })).toBe(false);
    expect(isPlainReport({ agentTimeMs: 1, events: Array.from({ length: 1001 }, sample) })).toBe(false);
  });
});

/** Whether the contract leaves an event as it is: it drops what it does not know. */
function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}
