import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { getDrive } from "../drive/get.ts";
import { letGo } from "../drive/placement/let-go.ts";
import { touchGateway } from "../health/gateway-pulse.ts";
import { watchSilence } from "../health/watch-silence.ts";
import { LiveChanges } from "../live/changes.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { changeLifecycle, changeLifecycleInput } from "./change.ts";
import { getLifecycle } from "./get.ts";

let test: TestDatabase;
let operator: ServiceContext;
const worker = (at = now): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "worker" }, now: at });
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
  operator = contextOf(test.db, "operator");
});
afterAll(() => test.close());

const minute = 60_000;
const later = new Date(now.getTime() + 10 * minute);
const rules = async (driveId: string) => (await getDrive(operator, { driveId })).conditions.map(({ rule }) => rule);
const change = (driveId: string, lifecycle: "inService" | "spare" | "retired", at = now) =>
  changeLifecycle({ ...operator, now: at }, { driveIds: [driveId], lifecycle, note: "why" });

/** Takes all drives out of a host, as its next inventory would. */
async function pull(hostId: string, at: Date): Promise<void> {
  await test.db.$transaction((tx) => letGo({ tx, changes: new LiveChanges() }, { hostId, keeps: [], at }));
}

describe("a drive that is retired", () => {
  it("is not missed when it goes, and is once it is expected again", async () => {
    const host = await addHost(test.db);
    const [retired, expected] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
    await change(retired.id, "retired");
    await pull(host.id, later);
    expect(await rules(retired.id)).not.toContain("missing");
    expect(await rules(expected.id)).toContain("missing");
    await change(retired.id, "spare", later);
    expect(await rules(retired.id)).toContain("missing");
    await change(expected.id, "retired", later);
    expect(await rules(expected.id)).not.toContain("missing");
  });

  it("is not waited for when its host falls silent, and is once it is in service again", async () => {
    const silent = await addHost(test.db, { lastSeenAt: now });
    const [retired, expected] = [await addDrive(test.db, silent.id), await addDrive(test.db, silent.id)];
    await change(retired.id, "retired");
    await touchGateway(worker(later));
    await test.db.gatewayPulse.updateMany({ data: { resumedAt: null } });
    await watchSilence(worker(later));
    expect(await rules(retired.id)).not.toContain("hostNotReporting");
    expect(await rules(expected.id)).toContain("hostNotReporting");
    await change(retired.id, "inService", later);
    expect(await rules(retired.id)).toContain("hostNotReporting");
  });

  it("says so when it comes back, and not where it never left", async () => {
    const [host, other] = [await addHost(test.db), await addHost(test.db)];
    const drive = await addDrive(test.db, host.id);
    await change(drive.id, "retired", later);
    const there = { hostId: host.id, hostname: host.hostname, since: now, cameBack: false };
    expect((await getLifecycle(operator, { driveId: drive.id })).back).toEqual(there);
    await pull(host.id, later);
    expect((await getLifecycle(operator, { driveId: drive.id })).back).toBeUndefined();
    const at = new Date(later.getTime() + minute);
    const place = { controllerName: "nvme0", transport: "pcie", firstSeenAt: at, lastSeenAt: at };
    await test.db.driveSighting.create({ data: { driveId: drive.id, hostId: other.id, ...place } });
    expect((await getLifecycle(operator, { driveId: drive.id })).back).toEqual({
      ...{ hostId: other.id, hostname: other.hostname, since: at, cameBack: true },
    });
    expect((await getDrive(operator, { driveId: drive.id })).sightings).toHaveLength(2);
  });
});

describe("changing a lifecycle", () => {
  it("names which drive replaces another, keeps who said so and why, and writes the audit", async () => {
    const host = await addHost(test.db);
    const [old, next] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
    await change(old.id, "spare");
    const asked = { driveIds: [old.id], lifecycle: "replaced" as const, note: "worn", replacedById: next.id };
    expect(await changeLifecycle({ ...operator, now: later }, asked)).toEqual({ changed: [old.id], unchanged: [] });
    const view = await getLifecycle(operator, { driveId: old.id });
    expect(view).toMatchObject({ lifecycle: "replaced", since: later });
    expect(view.changes).toMatchObject([
      { lifecycle: "replaced", note: "worn", by: "operator@example.net", replacedBy: { serial: next.serial } },
      { lifecycle: "spare", note: "why" },
    ]);
    expect((await getLifecycle(operator, { driveId: next.id })).replaces).toMatchObject([{ serial: old.serial }]);
    const entries = await test.db.auditEntry.findMany({ where: { objectId: old.id }, orderBy: { time: "asc" } });
    expect(entries.map(({ action, detail }) => [action, detail])).toMatchObject([
      ["drive.changeLifecycle", { lifecycle: "spare", before: "inService" }],
      ["drive.changeLifecycle", { lifecycle: "replaced", before: "spare", replacedBy: next.id }],
    ]);
  });

  it("leaves what is so already, was merged or is no more, and says why", async () => {
    const host = await addHost(test.db);
    const [same, merged] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
    await test.db.drive.update({ where: { id: merged.id }, data: { lifecycle: "merged" } });
    const unknown = "00000000-0000-4000-8000-000000000000";
    const driveIds = [same.id, merged.id, unknown];
    expect(await changeLifecycle(operator, { driveIds, lifecycle: "inService" })).toEqual({
      changed: [],
      unchanged: [
        { driveId: same.id, reason: "It is so already." },
        { driveId: merged.id, reason: "It was merged into another record: unmerge it first." },
        { driveId: unknown, reason: "It was removed." },
      ],
    });
  });

  it("takes a replacement for one drive alone, and never itself", async () => {
    const host = await addHost(test.db);
    const { id } = await addDrive(test.db, host.id);
    const asked = { driveIds: [id], lifecycle: "replaced" as const };
    expect(changeLifecycleInput.safeParse(asked).success).toBe(false);
    expect(changeLifecycleInput.safeParse({ ...asked, lifecycle: "spare", replacedById: id }).success).toBe(false);
    await expect(changeLifecycle(operator, { ...asked, replacedById: id })).rejects.toMatchObject({
      fields: [{ path: "replacedById", message: "A drive does not replace itself." }],
    });
  });
});
