import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { listTargets } from "./list-targets.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");

describe("listTargets", () => {
  it("lists what can be used first, and says why the rest cannot", async () => {
    const host = await addHost(test.db, { lastSeenAt: new Date(now.getTime() - 3_600_000) });
    const silent = await addDrive(test.db, host.id, { serial: "SILENT-1" });
    const { targets } = await listTargets(operator(), { driveId: silent.id });
    expect(targets).toHaveLength(1);
    expect(targets[0]).toMatchObject({ serial: "SILENT-1", sizeBytes: 375_083_606_016, logicalBlockBytes: 512 });
    expect(targets[0]?.unavailable).toBe(`The host ${host.hostname} has not reported for 1\u2009h.`);
    for (const search of ["silent-1", `P4800x ${host.hostname}`]) {
      const { targets: found } = await listTargets(operator(), { search });
      expect(
        found.map(({ serial }) => serial),
        search,
      ).toEqual(["SILENT-1"]);
    }
    const { targets: all } = await listTargets(operator(), {});
    const usable = all.map(({ unavailable }) => unavailable === undefined);
    expect(usable).toEqual(usable.toSorted((a, b) => Number(b) - Number(a)));
  });
});
