import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { tagDrives } from "../drive/tag.ts";
import { describeHost } from "../host/describe.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { changeGroup } from "./change.ts";
import { changeMembers } from "./change-members.ts";
import { createGroup, createGroupInput } from "./create.ts";
import { getGroup, listGroupDrives } from "./get.ts";
import { keepGroupMembers } from "./keep-members.ts";
import { listGroups } from "./list.ts";
import { previewGroup, previewGroupInput } from "./preview.ts";
import { removeGroup } from "./remove.ts";

type Rule = NonNullable<Parameters<typeof createGroup>[1]["rule"]>;
type Term = Rule["terms"][number];

let test: TestDatabase;
let operator: ServiceContext;
const worker = (): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "worker" }, now });
/** Serials are their names here. */
const drives: Record<string, string> = {};
const hosts: Record<string, string> = {};

beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
  operator = contextOf(test.db, "operator");
  for (const hostname of ["db-1", "db-2", "web-1"]) {
    const { id } = await addHost(test.db);
    await test.db.host.update({ where: { id }, data: { hostname } });
    hosts[hostname] = id;
  }
  const place = { A: "db-1", B: "db-2", C: "web-1" };
  for (const [serial, host] of Object.entries(place))
    drives[serial] = (await addDrive(test.db, hosts[host] ?? "", { serial })).id;
  drives.D = (await addDrive(test.db, hosts["web-1"] ?? "", { serial: "D", model: "INTEL SSDPEDMD400G4" })).id;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.fleetGroup.deleteMany();
  await keepGroupMembers(worker());
});

const rule = (...terms: Term[]): Rule => ({ match: "all", terms });
const nameMatches = (...values: string[]): Term => ({ field: "hostname", operator: "matches", values });
const create = async (more: Partial<Parameters<typeof createGroup>[1]>) =>
  (await createGroup(operator, { name: "Group", kind: "drives", ...more })).groupId;
const serials = async (groupId: string) =>
  (await listGroupDrives(operator, { groupId })).drives.map(({ serial }) => serial);

describe("a rule", () => {
  it.each<[Rule, string[]]>([
    [rule(nameMatches("db-*")), ["A", "B"]],
    [rule(nameMatches("DB-?")), ["A", "B"]],
    [rule(nameMatches("db_1")), []],
    [rule(nameMatches("%")), []],
    [rule({ field: "model", operator: "is", values: ["intel ssdpedmd400g4"] }), ["D"]],
    [rule(nameMatches("web-*"), { field: "productName", operator: "matches", values: ["*p4800x"] }), ["C"]],
    [rule({ field: "rack", operator: "is", values: ["R1"] }), []],
    [
      {
        match: "any" as const,
        terms: [nameMatches("db-1"), { field: "serial" as const, operator: "is" as const, values: ["D"] }],
      },
      ["A", "D"],
    ],
  ])("%j finds %j", async (asked, found) => {
    expect(await serials(await create({ rule: asked }))).toEqual(found);
    const { total, named } = await previewGroup(operator, {
      kind: "drives",
      rule: asked,
    });
    expect({ total, named }).toEqual({ total: found.length, named: found });
  });

  it("is answered at once whatever it matches against", async () => {
    await test.db.host.update({ where: { id: hosts["web-1"] ?? "" }, data: { hostname: "a".repeat(5000) } });
    try {
      const asked = rule(nameMatches("*a*a*a*b"));
      expect(
        (
          await previewGroup(operator, {
            kind: "hosts",
            rule: asked,
          })
        ).total,
      ).toBe(0);
    } finally {
      await test.db.host.update({ where: { id: hosts["web-1"] ?? "" }, data: { hostname: "web-1" } });
    }
  });

  it("of more than twenty patterns is refused, wherever they stand: each is held against every drive", () => {
    const patterns = (count: number) => Array.from({ length: count }, (_, index) => `db-${index}-*`);
    const asked = (count: number) =>
      previewGroupInput.safeParse({
        kind: "drives",
        rule: rule(
          nameMatches(...patterns(10)),
          { field: "serial", operator: "matches", values: patterns(count) },
          {
            field: "model",
            operator: "is",
            values: patterns(50),
          },
        ),
      });
    expect(asked(10).success).toBe(true);
    expect(asked(11).error?.issues).toMatchObject([
      { path: ["rule", "terms"], message: "have more than 20 patterns in all" },
    ]);
  });

  it("of more wildcards than four is refused, and one of hosts that speaks of drives", async () => {
    const many = createGroupInput.safeParse({ name: "x", kind: "hosts", rule: rule(nameMatches("*a*b*c*d*")) });
    expect(many.error?.issues[0]).toMatchObject({
      path: ["rule", "terms", 0, "values"],
      message: "has more than 4 asterisks in a pattern",
    });
    const drivesRule = rule({ field: "model", operator: "is", values: ["x"] });
    await expect(create({ kind: "hosts", rule: drivesRule })).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path: "rule.terms.0.field" }],
    });
  });
});

describe("members by a rule", () => {
  it("follow tags, racks and roles at once", async () => {
    const tagged = await create({ name: "Lab", rule: rule({ field: "tag", operator: "is", values: ["lab"] }) });
    const racked = await create({
      name: "R1",
      kind: "hosts",
      rule: rule({ field: "rack", operator: "is", values: ["R1"] }),
    });
    expect(await tagDrives(operator, { driveIds: [drives.A ?? "", drives.C ?? ""], add: ["Lab", "loan"] })).toEqual({
      tagged: expect.arrayContaining([drives.A, drives.C]),
    });
    expect(await serials(tagged)).toEqual(["A", "C"]);
    await tagDrives(operator, { driveIds: [drives.A ?? ""], remove: ["lab"] });
    expect(await serials(tagged)).toEqual(["C"]);
    const describe = (rack: string | null) =>
      describeHost(operator, { hostId: hosts["db-2"] ?? "", rack, role: null, tags: [] });
    await describe("r1");
    expect(await serials(racked)).toEqual(["B"]);
    await describe(null);
    expect(await serials(racked)).toEqual([]);
    expect(await test.db.auditEntry.count({ where: { action: "drive.tag", objectId: drives.A ?? "" } })).toBe(2);
  });

  it("follow what reports change once the worker has looked, and leave out what nobody expects any more", async () => {
    const groupId = await create({ kind: "hosts", rule: rule(nameMatches("db-*")) });
    const change = async (data: object) => {
      await test.db.drive.update({ where: { id: drives.A ?? "" }, data });
      await test.db.$transaction((tx) => refreshDriveLists(tx, [drives.A ?? ""]));
      await keepGroupMembers(worker());
    };
    await test.db.driveSighting.updateMany({
      where: { driveId: drives.C ?? "" },
      data: { hostId: hosts["db-1"] ?? "" },
    });
    await test.db.$transaction((tx) => refreshDriveLists(tx, [drives.C ?? ""]));
    expect(await serials(groupId)).toEqual(["A", "B"]);
    expect(await keepGroupMembers(worker())).toBe(1);
    expect(await serials(groupId)).toEqual(["A", "B", "C"]);
    await change({ lifecycle: "retired" });
    expect(await serials(groupId)).toEqual(["B", "C"]);
    await change({ lifecycle: "inService" });
    expect(await serials(groupId)).toEqual(["A", "B", "C"]);
    const retired = await create({
      name: "Gone",
      rule: rule({ field: "lifecycle", operator: "is", values: ["retired"] }),
    });
    await change({ lifecycle: "retired" });
    expect(await serials(retired)).toEqual(["A"]);
    await change({ lifecycle: "inService" });
    await test.db.host.update({ where: { id: hosts["db-1"] ?? "" }, data: { hostname: "old-1" } });
    await keepGroupMembers(worker());
    expect(await serials(groupId)).toEqual(["B"]);
    await test.db.host.update({ where: { id: hosts["db-1"] ?? "" }, data: { hostname: "db-1" } });
    await test.db.driveSighting.updateMany({
      where: { driveId: drives.C ?? "" },
      data: { hostId: hosts["web-1"] ?? "" },
    });
    await test.db.$transaction((tx) => refreshDriveLists(tx, [drives.C ?? ""]));
  });

  it("are not added by hand", async () => {
    const groupId = await create({ rule: rule(nameMatches("db-*")) });
    await expect(changeMembers(operator, { groupId, add: [drives.D ?? ""] })).rejects.toMatchObject({
      code: "conflict",
    });
    await changeGroup(operator, { groupId, name: "By hand", description: "", rule: null });
    expect(await changeMembers(operator, { groupId, add: [drives.D ?? ""], remove: [drives.A ?? ""] })).toEqual({
      added: 1,
      removed: 1,
    });
    expect(await serials(groupId)).toEqual(["B", "D"]);
  });
});

describe("a group by hand", () => {
  it("has the drives of the hosts that are named, wherever those move", async () => {
    const groupId = await create({ kind: "hosts" });
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await changeMembers(operator, { groupId, add: [hosts["web-1"] ?? "", unknown] })).toEqual({
      added: 1,
      removed: 0,
    });
    expect(await serials(groupId)).toEqual(["C", "D"]);
    expect(await getGroup(operator, { groupId })).toMatchObject({
      hosts: 1,
      drives: 2,
      named: [{ hostname: "web-1" }],
    });
  });

  it("comes in pages, and is listed with how its drives are", async () => {
    const groupId = await create({});
    await changeMembers(operator, { groupId, add: Object.values(drives) });
    const first = await listGroupDrives(operator, { groupId, limit: 3 });
    const second = await listGroupDrives(operator, { groupId, limit: 3, cursor: first.nextCursor });
    expect([...first.drives, ...second.drives].map(({ serial }) => serial)).toEqual(["A", "B", "C", "D"]);
    expect(second.nextCursor).toBeUndefined();
    expect(await listGroups(operator)).toMatchObject([
      { name: "Group", rule: null, drives: 4, verdicts: [{ verdict: "unknown", count: 4 }] },
    ]);
  });

  it("has a name of its own, and goes without its drives", async () => {
    const groupId = await create({});
    await expect(create({})).rejects.toMatchObject({ code: "conflict", fields: [{ path: "name" }] });
    await removeGroup(operator, { groupId });
    expect(await listGroups(operator)).toEqual([]);
    expect(await test.db.drive.count()).toBe(4);
    await expect(removeGroup(operator, { groupId })).rejects.toMatchObject({ code: "notFound" });
  });
});
