import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDrive, addHost, contextOf, now } from "../testing/fleet.ts";
import { listChoices } from "./choices.ts";
import { getComparison } from "./get.ts";
import { comparisonSelection } from "./rules/selection.ts";
import { addRun } from "./testing.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const viewer = () => contextOf(test.db, "viewer");
const later = new Date(now.getTime() + 60_000);

it("offers runs, drives by plan, groups and sources, each as a series that can be compared", async () => {
  const host = await addHost(test.db);
  const drive = await addDrive(test.db, host.id, { serial: "PHKS1" });
  const other = await addDrive(test.db, host.id, { serial: "PHKS2", model: "INTEL SSDPED1K750GA" });
  const plan = { id: "custom", name: "Reads" };
  await addRun(test.db, { drive, plan, tags: ["lab"], points: [{ iops: 1 }] });
  await addRun(test.db, { drive, plan, at: later, points: [{ iops: 2 }, { state: "failed" }] });
  await addRun(test.db, { drive: other, plan, points: [{ iops: 3 }] });
  await addRun(test.db, { drive: other, plan, points: [{ state: "failed" }] });
  const offers = async (kind: "run" | "drive" | "group" | "published", search?: string) => {
    const { items } = await listChoices(viewer(), { kind, ...(search === undefined ? {} : { search }) });
    const found = await getComparison(
      viewer(),
      comparisonSelection.parse({ series: items.slice(0, 12).map((each) => each.series) }),
    );
    expect(found.series.filter(({ gone }) => gone !== undefined)).toEqual([]);
    return items.map(({ name, detail, count, counted }) => `${name} | ${detail} | ${count} ${counted}`);
  };
  expect(await offers("run", "phks1")).toEqual([
    "Intel Optane SSD DC P4800X PHKS1 | stor-1, Reads | 1 points",
    "Intel Optane SSD DC P4800X PHKS1 | stor-1, Reads | 1 points",
  ]);
  expect(await offers("drive")).toEqual([
    "Intel Optane SSD DC P4800X PHKS1 | latest run of Reads | 2 runs",
    "Intel Optane SSD DC P4800X PHKS1 | best run of Reads | 2 runs",
    "Intel Optane SSD DC P4800X PHKS2 | latest run of Reads | 1 runs",
  ]);
  expect(await offers("group")).toEqual(["Intel Optane SSD DC P4800X | Reads | 2 runs", "lab | Reads | 1 runs"]);
  expect(await offers("published", "p3608")).toEqual([
    "Intel SSD DC P3608 800GB (one controller) | AnandTech, 2017-11-09 | 2 figures",
    "Intel SSD DC P3608 1.6TB RAID 0 | The SSD Review, 2015 | 7 figures",
    "Intel SSD DC P3608 800GB (one controller) | The SSD Review, 2015 | 1 figures",
  ]);
});
