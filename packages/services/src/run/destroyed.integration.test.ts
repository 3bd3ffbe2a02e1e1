import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlan } from "../plan/create.ts";
import { addDrive, addHost, addPeople, contextOf, namespaceOf, quickCheck, writes } from "../testing/fleet.ts";
import { preflightBenchmark } from "./preflight.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");

describe("preflightBenchmark", () => {
  it("says what is destroyed, how much at most, and every blocker", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id, { inUse: ["LVM physical volume"] });
    const preflight = await preflightBenchmark(operator(), { target: namespaceOf(drive), plan: writes });
    expect(preflight).toMatchObject({
      durationMs: 11_000,
      writes: true,
      inUse: ["LVM physical volume"],
      // A tenth of 375,083,606,016 bytes, from the start.
      destroys: {
        serial: drive.serial,
        nsid: 1,
        path: "/dev/nvme0n1",
        spanBytes: 37_508_360_601,
        otherNamespaces: 0,
      },
      // 8 GT/s x 4 lanes x 128/130 / 8 bits = 3,938,461,538 B/s, for 11 s.
      bytesWritten: { kind: "atMost", bytes: 43_323_076_918, linkBytesPerSecond: 3_938_461_538 },
    });
    expect(preflight.blockers.map(({ code }) => code)).toEqual(["forbidden", "forbidden", "conflict"]);
  });

  it("says that a purge takes namespaces beside the target", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id, { details: {} });
    const [first] = drive.namespaces as object[];
    await test.db.drive.update({
      where: { id: drive.id },
      data: { namespaces: [{ ...first }, { ...first, nsid: 2, path: "/dev/nvme0n2" }] },
    });
    const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 };
    const others = async (name: string, ...steps: object[]) => {
      const { savedPlanId } = await createPlan(operator(), { name, document: { readsOnly: false, steps } });
      const plan = { kind: "saved", savedPlanId } as const;
      return (await preflightBenchmark(operator(), { target: namespaceOf(drive), plan })).destroys?.otherNamespaces;
    };
    expect(await others("Sanitizes", { kind: "purge", method: "sanitizeBlock" }, sweep)).toBe(1);
    // This drive formats all that it has (FNA).
    expect(await others("Formats", { kind: "purge", method: "format" }, sweep)).toBe(1);
    expect(await others("Discards", { kind: "purge", method: "discard" }, sweep)).toBe(0);
  });

  it("destroys nothing by reading", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id, { inUse: ["mounted"] });
    const preflight = await preflightBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck });
    expect(preflight).toMatchObject({
      durationMs: 180_000,
      writes: false,
      destroys: undefined,
      bytesWritten: { kind: "none" },
      blockers: [],
    });
  });
});
