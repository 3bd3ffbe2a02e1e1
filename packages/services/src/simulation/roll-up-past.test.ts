import type { RolledStep } from "@crosspoint/db/queries/copied-rollups";
import { counterDays, counterHours, dayMs, gaugeDays, gaugeHours, hourMs } from "@crosspoint/domain/rollup";
import fc from "fast-check";
import { expect, it } from "vitest";
import { rollUpPast } from "./roll-up-past.ts";
import type { SampleColumns } from "./sample-line.ts";

const steps = fc.constantFrom(1, 60_000, 20 * 60_000, hourMs, 5 * hourMs, 30 * hourMs);
const sample = fc.record({ step: steps, counter: fc.nat(1000), gauge: fc.integer({ min: 0, max: 400 }) });
const begins = 1_795_000_000_000;

it("is domain's rollup, of hours and of days", () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 60 }), (samples) => {
      let time = begins;
      const timeMs = samples.map(({ step }) => (time += step));
      const counters = samples.map(({ counter }) => counter);
      const gauges = samples.map(({ gauge }) => gauge);
      const names = [
        "criticalWarning",
        "availableSparePercent",
        "availableSpareThresholdPercent",
        "dataUnitsRead",
        "hostReadCommands",
        "hostWriteCommands",
        "controllerBusyTimeMinutes",
        "powerCycles",
        "powerOnHours",
        "unsafeShutdowns",
        "mediaErrors",
        "errorLogEntries",
        "warningTemperatureTimeMinutes",
      ] as const;
      const zeros = Object.fromEntries(names.map((name) => [name, timeMs.map(() => 0)]));
      const columns = {
        ...zeros,
        timeMs,
        dataUnitsWritten: counters,
        compositeTemperatureKelvin: gauges,
        percentageUsed: gauges,
      } as unknown as SampleColumns;
      const at = <V>(values: readonly V[]) => values.map((value, place) => ({ timeMs: timeMs[place] ?? 0, value }));
      const counterOf = counterHours(at(counters.map(BigInt)));
      const gaugeOf = gaugeHours(at(gauges));
      const timesOf = gaugeHours(at(timeMs));
      for (const [lengthMs, counter, gauge, times] of [
        [hourMs, counterOf, gaugeOf, timesOf],
        [dayMs, counterDays(counterOf), gaugeDays(gaugeOf), gaugeDays(timesOf)],
      ] as const) {
        const rows = rollUpPast("drive", columns, lengthMs);
        const by = <T>(value: (row: (typeof rows)[number]) => T) =>
          new Map(rows.map((row) => [row.timeMs, value(row)]));
        expect(
          by(({ samples: count, coveredMs, counters: { data_units_written: written } }) => ({
            ...wide(written as RolledStep),
            count,
            coveredMs,
          })),
        ).toEqual(counter);
        expect(by((row) => row.gauges.temperature_kelvin)).toEqual(gauge);
        expect(by((row) => row.gauges.percentage_used)).toEqual(gauge);
        expect(by(({ firstMs, lastMs }) => [firstMs, lastMs])).toEqual(
          new Map(Array.from(times, ([time, { min, max }]) => [time, [min, max]])),
        );
      }
    }),
  );
});

const wide = ({ first, last, increase, resets }: RolledStep) => ({
  first: BigInt(first),
  last: BigInt(last),
  increase: BigInt(increase),
  resets,
});
