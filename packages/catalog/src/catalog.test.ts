import { describe, expect, it } from "vitest";
import { parseCatalog } from "./catalog.ts";
import { CatalogError } from "./catalog-error.ts";
import { data } from "./generated/data.ts";

// biome-ignore lint/suspicious/noExplicitAny: wrong data is the point; no type may stand in the way of making it.
type Loose = any;

/** Parses a copy of the real data after one change, and returns the message of the error. */
function errorAfter(change: (copy: Loose) => void): string {
  const copy: Loose = structuredClone(data);
  change(copy);
  try {
    parseCatalog(copy);
  } catch (error) {
    expect(error).toBeInstanceOf(CatalogError);
    return (error as Error).message;
  }
  throw new Error("the catalog took wrong data");
}

const published = (copy: Loose, source: string) =>
  copy.publishedResults.published.find((entry: Loose) => entry.source === source);

const planOf = (copy: Loose, planId: string) => copy.plans.find(({ id }: Loose) => id === planId);

describe("parseCatalog", () => {
  it("takes the data as it is", () => {
    expect(() => parseCatalog(data)).not.toThrow();
  });

  it.each<[string, (copy: Loose) => void, RegExp]>([
    [
      "a wrong bound",
      (copy) => {
        published(copy, "hardwareinfo-p3700-400gb").results[0].bound = "over";
      },
      /published-results\.yaml, hardwareinfo-p3700-400gb: results\.0\.bound: Invalid option/,
    ],
    [
      "a source of figures that does not exist",
      (copy) => {
        published(copy, "thessdreview-p3608").source = "nowhere";
      },
      /published-results\.yaml, nowhere: there is no source "nowhere"/,
    ],
    [
      "a source of a model that does not exist",
      (copy) => {
        copy.driveModels[2].source = "nowhere";
      },
      /drive-models\.yaml, intel-ssd-dc-p3700: there is no source "nowhere"/,
    ],
    [
      "a source of a plan that does not exist",
      (copy) => {
        planOf(copy, "optane-comparison").follows = ["nowhere"];
      },
      /plans, optane-comparison: there is no source "nowhere"/,
    ],
    [
      "a model twice",
      (copy) => {
        copy.driveModels[1].id = copy.driveModels[0].id;
      },
      /drive-models\.yaml: intel-optane-ssd-dc-p4800x occurs twice/,
    ],
    [
      "a source twice",
      (copy) => {
        copy.sources.push(copy.sources[0]);
      },
      /sources\.yaml: anandtech-p4800x-750gb occurs twice/,
    ],
    [
      "a published figure twice",
      (copy) => {
        const { results } = published(copy, "hardwareinfo-p3700-400gb");
        results.push({ ...results[0], value: 11_000 });
      },
      /published-results\.yaml, hardwareinfo-p3700-400gb\/random-read-4k\/qd1\/intel-ssd-dc-p3700-400gb: iops occurs twice/,
    ],
    [
      "a table row twice",
      (copy) => {
        const { rows } = published(copy, "anandtech-p4800x-375gb").tables[0];
        rows.push(rows[0]);
      },
      /anandtech-p4800x-375gb\/random-read-4k\/qd1\/intel-optane-ssd-dc-p4800x-375gb occurs twice/,
    ],
    [
      "a model number of two models",
      (copy) => {
        copy.driveModels[1].model_numbers.push("SSDPED1K*");
      },
      /SSDPED1K\* occurs twice/,
    ],
    [
      "a drive that is not declared",
      (copy) => {
        published(copy, "hardwareinfo-p3700-400gb").results[0].drive = "Intel SSD DC P3700 401GB";
      },
      /Intel SSD DC P3700 401GB, random-read-4k: there is no drive "Intel SSD DC P3700 401GB"/,
    ],
    [
      "a drive of no model",
      (copy) => {
        copy.publishedResults.drives[0].model = "nothing";
      },
      /Intel Optane SSD DC P4800X 375GB: there is no model "nothing"/,
    ],
    [
      "a workload that is not declared",
      (copy) => {
        published(copy, "hardwareinfo-p3700-400gb").results[0].workload = "random-reed-4k";
      },
      /there is no workload "random-reed-4k"/,
    ],
    [
      "a metric that nobody knows",
      (copy) => {
        published(copy, "hardwareinfo-p3700-400gb").results[0].metric = "speed";
      },
      /Intel SSD DC P3700 400GB, random-read-4k: there is no metric "speed"/,
    ],
    [
      "a table row with a figure missing",
      (copy) => {
        published(copy, "anandtech-p4800x-375gb").tables[1].rows[2].pop();
      },
      /Micron 9100 MAX 2\.4TB, random-read-4k: 5 figures stand under 6 columns/,
    ],
    [
      "a series with a figure missing",
      (copy) => {
        published(copy, "hardwareinfo-p3700-400gb").series[0].concurrency.pop();
      },
      /WD Scorpio Black 750GB, oltp-tpcc: 10 figures stand under 9 loads/,
    ],
    [
      "a misspelt key of a spec sheet",
      (copy) => {
        copy.driveModels[0].spec_common.random_reed_4k_iops = 1;
      },
      /drive-models\.yaml, intel-optane-ssd-dc-p4800x: spec_common: Unrecognized key: "random_reed_4k_iops"/,
    ],
    [
      "a plan that writes while it says that it only reads",
      (copy) => {
        planOf(copy, "quick-check").steps[0].readPercent = [100, 70];
      },
      /plans, quick-check: readsOnly: it says that no point writes, but steps\[0\] does/,
    ],
    [
      "a plan in no family",
      (copy) => {
        copy.planFamilies[0].plans.pop();
      },
      /plan-families\.yaml: the plan optane-comparison is in no family/,
    ],
    [
      "a plan in two families",
      (copy) => {
        copy.planFamilies[1].plans.push("quick-check");
      },
      /plan-families\.yaml: quick-check occurs twice/,
    ],
    [
      "a family of a plan that does not exist",
      (copy) => {
        copy.planFamilies[0].plans.push("nowhere");
      },
      /plan-families\.yaml, quick: there is no plan "nowhere"/,
    ],
    [
      "an axis with a value twice",
      (copy) => {
        planOf(copy, "quick-check").steps[0].queueDepth = [1, 1];
      },
      /plans, quick-check: steps\.0\.queueDepth\.1: the value is there twice/,
    ],
    [
      "a plan beyond what the protocol carries",
      (copy) => {
        planOf(copy, "quick-check").steps[0].blockBytes = 2 ** 30;
      },
      /plans, quick-check: steps\.0\.blockBytes: 1073741824 bytes are out of range: it may be 1 to 67108864/,
    ],
    [
      "a plan of more points than a run can have, which are counted and never made",
      (copy) => {
        const axis = Array.from({ length: 64 }, (_, index) => index + 1);
        planOf(copy, "quick-check").steps[0] = {
          ...planOf(copy, "quick-check").steps[0],
          threads: axis,
          queueDepth: axis,
          readPercent: [100, 99],
        };
      },
      /plans, quick-check: steps\.0: its axes multiply to more than 4096 points/,
    ],
    [
      "a step that this version does not know",
      (copy) => {
        planOf(copy, "quick-check").steps.unshift({ kind: "loop" });
      },
      /plans, quick-check: steps\.0\.kind: there is no step "loop" in this version: use purge, .* or update Crosspoint/,
    ],
    [
      "rated figures within another step",
      (copy) => {
        const steps = [{ kind: "ratedFigures", durationSeconds: 60 }];
        planOf(copy, "quick-check").steps.unshift({ kind: "each", setting: "powerState", values: [0], steps });
      },
      /plans, quick-check: steps\.0\.steps\.0\.kind: the step "ratedFigures" is for plans that the server launches/,
    ],
    [
      "rated figures in a plan that says it reads only",
      (copy) => {
        planOf(copy, "quick-check").steps.unshift({ kind: "ratedFigures", durationSeconds: 60 });
      },
      /plans, quick-check: readsOnly: it says that no point writes, but steps\[0\] does/,
    ],
  ])("refuses %s and names the entry", (_, change, message) => {
    expect(errorAfter(change)).toMatch(message);
  });
});
