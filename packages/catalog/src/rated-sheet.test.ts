import { type RatedFiguresStep, stepsForRatedFigures } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { driveModels, findRatedSheet } from "./index.ts";
import { ratedSheetOf } from "./rated-sheet.ts";

const step: RatedFiguresStep = { kind: "ratedFigures", durationSeconds: 60 };

it("a P4800X has 11 rated figures, which 8 loads measure", () => {
  const sheet = findRatedSheet("INTEL SSDPED1K375GA");
  expect(sheet?.name).toBe("Intel Optane SSD DC P4800X 375 GB");
  const { steps, checks } = stepsForRatedFigures([step], sheet ?? { figures: [] });
  const where = checks.map(({ figure, stepPath }) => [figure.key, ...(stepPath ?? ["none"])]);
  expect(Object.fromEntries(where)).toEqual({
    typical_latency_read_us: 1,
    random_read_4k_iops_qd16: 2,
    random_read_4k_p99999_us_qd1: 3,
    random_read_4k_p99999_us_qd16: 2,
    sequential_read_64k_bytes_s: 4,
    sequential_write_64k_bytes_s: 5,
    typical_latency_write_us: 7,
    random_write_4k_iops_qd16: 8,
    mixed_70_30_random_4k_iops_qd16: 9,
    random_write_4k_p99999_us_qd1: 10,
    random_write_4k_p99999_us_qd16: 8,
  });
  expect(steps.map(({ kind }) => kind).join(" ")).toBe(
    "fill sweep sweep sweep sweep sweep fill sweep sweep sweep sweep",
  );
  expect(sheet?.unchecked.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    "Drive writes per day: 30",
    "Active power, reads: 8 W",
    "Active power, writes: 13 W",
    "Idle power: 5 W",
  ]);
});

it("a capacity that the sheet does not have is held against the figures of its model alone", () => {
  expect(findRatedSheet("INTEL SSDPEDMD400G4")?.figures.map(({ key }) => key)).toContain("random_write_4k_iops");
  const unknown = findRatedSheet("INTEL SSDPEDMD123G4");
  expect(unknown?.name).toBe("Intel SSD DC P3700");
  expect(unknown?.figures.map(({ key }) => key)).toEqual(["average_latency_read_us", "average_latency_write_us"]);
});

it("knows no sheet of a model that is not in the catalog, and no figures of one without", () => {
  expect(findRatedSheet("QEMU NVMe Ctrl")).toBeUndefined();
  expect(findRatedSheet("Micron_9100_MTFDHAX2T4MCF")?.figures).toEqual([]);
});

it("every rated figure of every model has a step that measures it, or says why not", () => {
  const without = driveModels.flatMap((model) =>
    [undefined, ...model.capacities].flatMap((capacity) => {
      const sheet = ratedSheetOf({ model, capacity, capacityGb: capacity?.capacityGb });
      const { checks } = stepsForRatedFigures([step], sheet);
      expect(checks).toHaveLength(sheet.figures.length);
      return checks.filter(({ stepPath }) => stepPath === undefined).map(({ figure }) => figure.key);
    }),
  );
  expect(new Set(without)).toEqual(new Set(["random_read_4k_iops_raid0"]));
});
