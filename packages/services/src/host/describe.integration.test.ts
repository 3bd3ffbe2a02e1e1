import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGroup } from "../group/create.ts";
import { addHost, addPeople, contextOf } from "../testing/fleet.ts";
import { describeHost } from "./describe.ts";
import { describeHosts, describeHostsInput } from "./describe-many.ts";
import { getHost } from "./get.ts";
import { listHosts } from "./list.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const describeThem = (asked: object) => describeHosts(operator(), describeHostsInput.parse(asked));
const told = async (hostId: string) => {
  const { rack, role, tags } = await getHost(operator(), { hostId });
  return { rack, role, tags };
};

describe("rack, role and tags", () => {
  it("are set of many hosts, what is not named stays, and groups follow", async () => {
    const hosts = [await addHost(test.db), await addHost(test.db), await addHost(test.db)];
    const [first = "", second = "", third = ""] = hosts.map(({ id }) => id);
    await describeHost(operator(), { hostId: first, rack: "R1", role: "db", tags: ["old", "kept"] });
    const rule = {
      match: "all" as const,
      terms: [{ field: "rack" as const, operator: "is" as const, values: ["R7"] }],
    };
    const { groupId } = await createGroup(operator(), { name: "Rack 7", kind: "hosts", rule });

    const asked = { rack: "R7", addTags: ["New"], removeTags: ["old"] };
    expect(await describeThem({ hostIds: [first, second], ...asked })).toEqual({
      changed: 2,
      unchanged: 0,
      refused: [],
    });
    expect(await told(first)).toEqual({ rack: "R7", role: "db", tags: ["kept", "new"] });
    expect(await told(second)).toEqual({ rack: "R7", role: undefined, tags: ["new"] });
    expect(await told(third)).toEqual({ rack: undefined, role: undefined, tags: [] });
    const members = await test.db.groupHost.findMany({ where: { groupId } });
    expect(members.map(({ hostId }) => hostId).toSorted()).toEqual([first, second].toSorted());

    const again = { hostIds: [first, second, third], ...asked };
    expect(await describeThem(again)).toEqual({ changed: 1, unchanged: 2, refused: [] });
    const entries = await test.db.auditEntry.findMany({ where: { action: "host.describe", objectId: second } });
    expect(entries.map(({ detail }) => detail)).toEqual([expect.objectContaining({ rack: "R7", tags: "new" })]);
    expect(await describeThem({ hostIds: [first], rack: "" })).toMatchObject({ changed: 1 });
    expect((await told(first)).rack).toBeUndefined();
  });

  it("refuse a host that would have too many tags, and change the others", async () => {
    const [full, free] = [await addHost(test.db), await addHost(test.db)];
    const many = Array.from({ length: 20 }, (_, place) => `t${place}`);
    await describeHost(operator(), { hostId: full.id, rack: null, role: null, tags: many });
    expect(await describeThem({ hostIds: [full.id, free.id], addTags: ["more"] })).toEqual({
      changed: 1,
      unchanged: 0,
      refused: [full.hostname],
    });
    expect((await told(full.id)).tags).toHaveLength(20);
  });

  it("narrow the list of hosts, which offers what there is", async () => {
    const hosts = [await addHost(test.db), await addHost(test.db)];
    const [a = "", b = ""] = hosts.map(({ id }) => id);
    await describeHost(operator(), { hostId: a, rack: "A1", role: "ceph", tags: ["lab"] });
    await describeHost(operator(), { hostId: b, rack: "A1", role: "db", tags: [] });
    const ids = async (asked: object) =>
      (await listHosts(operator(), { limit: 100, ...asked })).hosts.map(({ id }) => id);
    expect((await ids({ rack: "A1" })).toSorted()).toEqual([a, b].toSorted());
    expect(await ids({ rack: "A1", role: "ceph" })).toEqual([a]);
    expect(await ids({ tag: "lab" })).toEqual([a]);
    const { places } = await listHosts(operator(), { limit: 1 });
    expect(places.racks).toContainEqual({ value: "A1", hosts: 2 });
    expect(places.roles).toContainEqual({ value: "ceph", hosts: 1 });
    expect(places.tags).toContainEqual({ value: "lab", hosts: 1 });
  });

  it.each([
    [{ hostIds: [], rack: "R1" }],
    [{ hostIds: ["00000000-0000-4000-8000-000000000000"] }],
    [{ hostIds: ["00000000-0000-4000-8000-000000000000"], addTags: ["a"], removeTags: ["a"] }],
  ])("are no request without sense: %j", (asked) => {
    expect(describeHostsInput.safeParse(asked).success).toBe(false);
  });
});
