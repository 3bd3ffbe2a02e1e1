import type { ServiceContext } from "@crosspoint/services";
import { driveFacets } from "@crosspoint/services/drive/facets";
import { foldCounts } from "@crosspoint/services/drive/fold-counts";
import { getDrive } from "@crosspoint/services/drive/get";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { renameProducts } from "@crosspoint/services/drive/rename-products";
import { settleClaim } from "@crosspoint/services/drive/settle-claim";
import { getFleet } from "@crosspoint/services/fleet/get";
import { touchGateway } from "@crosspoint/services/health/gateway-pulse";
import { watchSilence } from "@crosspoint/services/health/watch-silence";
import { revokeKey } from "@crosspoint/services/host/revoke-key";
import { find } from "@crosspoint/services/search/find";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { environment, eventOf, flash, inventory, lowSpare, observation, optane, smart } from "./testing/events.ts";
import { snapshot, startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
const t0 = new Date("2026-11-21T12:00:00Z").getTime();
const minute = 60_000;

beforeEach(async () => {
  gateway = await startTestGateway();
  await touchGateway(context());
  agent = await gateway.enroll("storage-01");
});
afterEach(() => gateway.close());

const context = (): ServiceContext => ({
  db: gateway.db,
  actor: { kind: "system", label: "test" },
  now: gateway.clock.now,
});
/** The clock of the server goes on, its gateway with it, and an agent that is given reports. */
async function passes(ms: number, reporting?: TestAgent): Promise<void> {
  gateway.clock.now = new Date(gateway.clock.now.getTime() + ms);
  await touchGateway(context());
  await reporting?.report();
}
const list = async (search?: string) => {
  const { drives } = await listDrives(context(), listDrivesInput.parse(search === undefined ? {} : { search }));
  return drives.map(({ serial, verdict }) => `${serial} ${verdict}`);
};
const detail = async (serial: string) => {
  const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial } });
  return getDrive(context(), { driveId: id });
};
const spans = async (rule: string) => {
  const conditions = await gateway.db.driveCondition.findMany({ where: { rule }, orderBy: { since: "asc" } });
  return conditions.map(({ since, endedAt }) => [since.getTime() - t0, endedAt && endedAt.getTime() - t0]);
};
const numbered = (serial: string) => ({ ...optane, serial });

describe("a drive that is pulled", () => {
  it("is missing and needs attention, and the fleet counts it as the list does", async () => {
    const [stays, goes] = [numbered("STAYS"), numbered("GOES")];
    await agent.report(
      inventory(t0, [observation(stays), observation(goes, { controllerName: "nvme1" })]),
      smart(t0, stays),
      smart(t0, goes),
    );
    expect(await list()).toEqual(["GOES good", "STAYS good"]);
    await agent.report(inventory(t0 + minute, [observation(stays)]));

    expect(await list()).toEqual(["GOES missing", "STAYS good"]);
    const { drives } = await listDrives(context(), listDrivesInput.parse({}));
    expect(drives.map(({ host, lastHostname }) => [host?.name, lastHostname])).toEqual([
      [undefined, "storage-01"],
      ["storage-01", undefined],
    ]);
    const fleet = await getFleet(context());
    expect(fleet).toMatchObject({ drives: 2, drivesInNeedTotal: 1 });
    expect(fleet.byVerdict).toEqual([
      { verdict: "missing", count: 1 },
      { verdict: "good", count: 1 },
    ]);
    expect(fleet.drivesInNeed).toMatchObject([{ serial: "GOES", hostname: undefined, since: gateway.clock.now }]);
    const lastPlace = { hostId: agent.hostId, hostname: "storage-01", until: gateway.clock.now };
    expect(fleet.drivesInNeed[0]).toMatchObject({ lastPlace });
    expect(await detail("GOES")).toMatchObject({ verdict: "missing", conditions: [{ rule: "missing" }] });

    await passes(2 * minute);
    await agent.report(inventory(t0 + 2 * minute, [observation(stays), observation(goes)]));
    expect(await list()).toEqual(["GOES good", "STAYS good"]);
    // By the server's clock, which stood at t0 as the first two inventories came.
    expect(await spans("missing")).toEqual([[0, 2 * minute]]);
  });

  it("does not stop to answer after it was pulled, by a word that was spoken before", async () => {
    await passes(10 * minute);
    const problem = { kind: "notResponding", detail: "no answer for 10 s", remedy: "Reseat it." } as const;
    const hangs = eventOf("driveProblem", t0 + minute, { drive: optane, problem });
    await agent.report(inventory(t0, [observation(optane)]), smart(t0, optane), inventory(t0 + 2 * minute, []));
    await agent.report(hangs);
    expect(await list()).toEqual([`${optane.serial} missing`]);
    expect(await spans("notResponding")).toEqual([]);
  });

  it("is missing too when its host's key is revoked, and back with the host that lists it next", async () => {
    await agent.report(inventory(t0, [observation(optane)]), smart(t0, optane));
    await revokeKey(context(), { hostId: agent.hostId });
    expect(await list()).toEqual([`${optane.serial} missing`]);
    const [condition] = (await detail(optane.serial)).conditions;
    expect(condition, "it says no more of the host than is so").toMatchObject({
      text: expect.stringContaining("If nobody pulled it, revoked its host's key"),
      meaning: expect.stringContaining("or a person revoked its key or removed it"),
    });
    const other = await gateway.enroll("storage-02");
    await passes(minute);
    await other.report(inventory(t0 + minute, [observation(optane)]));
    expect(await list("storage-02")).toEqual([`${optane.serial} good`]);
  });
});

describe("a host that falls silent", () => {
  beforeEach(async () => {
    await agent.report(
      inventory(t0, [observation(optane), observation(flash, { controllerName: "nvme1" })]),
      smart(t0, optane),
      smart(t0, flash, { criticalWarning: 8 }),
    );
  });

  it("takes the green from its drives three minutes after its last word, and gives it back", async () => {
    await passes(3 * minute);
    expect(await watchSilence(context())).toBe(0);
    await passes(1);
    expect(await watchSilence(context())).toBe(1);
    expect(await list()).toEqual([`${flash.serial} failed`, `${optane.serial} notReporting`]);
    expect((await detail(flash.serial)).conditions.map(({ rule }) => rule)).toEqual([
      "criticalWarning.readOnly",
      "hostNotReporting",
    ]);
    const fleet = await getFleet(context());
    expect(fleet).toMatchObject({ drivesInNeedTotal: 1, silentHostsTotal: 1 });
    expect(fleet.silentHosts).toMatchObject([{ hostname: "storage-01", drives: 2 }]);

    await passes(minute, agent);
    expect(await watchSilence(context())).toBe(1);
    expect(await list()).toEqual([`${flash.serial} failed`, `${optane.serial} good`]);
    // Since its last word, until the worker saw the next one.
    expect(await spans("hostNotReporting")).toEqual([
      [0, 4 * minute + 1],
      [0, 4 * minute + 1],
    ]);
    expect((await getFleet(context())).silentHostsTotal).toBe(0);
  });

  it("changes nothing when it is looked at again, by several at once", async () => {
    await passes(10 * minute);
    const looks = await Promise.all([watchSilence(context()), watchSilence(context()), watchSilence(context())]);
    expect(looks.toSorted()).toEqual([0, 0, 1]);
    const settled = await snapshot(gateway.db, ["gateway_pulse"]);
    await passes(minute);
    expect(await watchSilence(context())).toBe(0);
    expect(await snapshot(gateway.db, ["gateway_pulse"])).toEqual(settled);
  });

  it("is noted though what is stored of another's drive cannot be read", async () => {
    const agents = [agent, await gateway.enroll("storage-02"), await gateway.enroll("storage-03")];
    for (const each of agents) await each.report(inventory(t0 + 1, [observation(numbered(each.hostId))]));
    const [first = ""] = agents.map(({ hostId }) => hostId).toSorted();
    await gateway.db.drive.updateMany({ where: { serial: first }, data: { controller: { nvmeVersion: 1 } } });
    await passes(3 * minute + 1);
    await expect(watchSilence(context())).rejects.toThrow("nvmeVersion");
    const silent = await gateway.db.host.findMany({ where: { notReportingSince: { not: null } } });
    expect(silent.map(({ id }) => id)).not.toContain(first);
    expect(silent).toHaveLength(2);
  });

  it("counts from its enrollment where it never reported", async () => {
    await gateway.enroll("storage-02");
    await passes(3 * minute + 1, agent);
    expect(await watchSilence(context())).toBe(1);
    expect((await getFleet(context())).silentHosts).toMatchObject([{ hostname: "storage-02", lastSeenAt: null }]);
  });

  it("loses a drive to the host that lists it then, where it is not silent any more", async () => {
    await passes(3 * minute + 1);
    await watchSilence(context());
    const other = await gateway.enroll("storage-02");
    await other.report(inventory(t0 + 4 * minute, [observation(optane)]));
    expect(await list()).toEqual([`${flash.serial} failed`, `${optane.serial} good`]);
    expect((await getFleet(context())).silentHosts).toMatchObject([{ hostname: "storage-01", drives: 1 }]);
  });
});

describe("conditions", () => {
  it("keep their date while figures change, and state the newest", async () => {
    await agent.report(smart(t0 - 3, optane, { percentageUsed: 92 }), smart(t0 - 2, optane, { percentageUsed: 93 }));
    await agent.report(smart(t0 - 1, optane, { percentageUsed: 94 }));
    const { conditions } = await detail(optane.serial);
    expect(conditions).toMatchObject([{ rule: "percentageUsed", since: new Date(t0 - 3), value: "94\u2009%" }]);
    expect(await spans("percentageUsed")).toEqual([[-3, null]]);
  });

  it("are the same after a report is delivered again, or an older one late", async () => {
    const worse = smart(t0 - 10, optane, lowSpare);
    const good = smart(t0 - 5, optane);
    await agent.report(worse, good);
    expect(await spans("availableSpare")).toEqual([[-10, -5]]);
    const before = await snapshot(gateway.db, ["host"]);
    await agent.report(worse, good);
    expect(await snapshot(gateway.db, ["host"])).toEqual(before);
    await agent.report(smart(t0 - 8, optane, { criticalWarning: 4 }));
    expect(await spans("criticalWarning.reliabilityDegraded")).toEqual([]);
    expect(await list()).toEqual([`${optane.serial} good`]);
  });
});

describe("the search", () => {
  const byProduct = async (text: string) => (await find(context(), { text })).drives.map(({ serial }) => serial);

  it("finds drives by serial, model, product and host, and follows a host's new name", async () => {
    await agent.report(inventory(t0, [observation(optane)]));
    for (const text of ["phks7335", "SSDPED1K", "p4800x", "storage-01", "optane storage-01"]) {
      expect(await byProduct(text), text).toEqual([optane.serial]);
      expect(await list(text), text).toHaveLength(1);
    }
    await agent.report(environment(t0 + 1, { hostname: "renamed-01" }));
    expect(await byProduct("storage-01")).toEqual([]);
    expect(await byProduct("renamed-01")).toEqual([optane.serial]);
    expect((await driveFacets(context())).hosts.choices).toMatchObject([{ label: "renamed-01", count: 1 }]);
  });

  it("finds a drive that is in no host by the one that it was in last, whatever that is called by now", async () => {
    const stays = numbered("STAYS");
    await agent.report(inventory(t0, [observation(stays), observation(optane, { controllerName: "nvme1" })]));
    await agent.report(inventory(t0 + minute, [observation(stays)]));
    expect((await list("storage-01")).length).toBe(2);
    await agent.report(environment(t0 + 2 * minute, { hostname: "renamed-01" }));
    expect(await byProduct("storage-01")).toEqual([]);
    expect(await byProduct("renamed-01")).toEqual([optane.serial, "STAYS"]);
    expect((await detail(optane.serial)).lastPlace).toMatchObject({ hostId: agent.hostId, hostname: "renamed-01" });
  });

  it("finds a drive that no inventory listed yet", async () => {
    await agent.report(smart(t0, optane));
    expect(await byProduct("p4800x phks7335")).toEqual([optane.serial]);
  });

  it("follows the catalog's name of a model", async () => {
    await agent.report(inventory(t0, [observation(optane), observation(flash, { controllerName: "nvme1" })]));
    await gateway.db.driveState.updateMany({ where: { model: optane.model }, data: { productName: "Old name" } });
    await gateway.db.driveSearch.updateMany({ data: { text: "old name" } });
    expect(await renameProducts(context())).toBe(1);
    expect(await byProduct("p4800x")).toEqual([optane.serial]);
    expect(await renameProducts(context())).toBe(0);
  });
});

describe("the counts of drives", () => {
  it("stay right while they are folded, and are one row a group then", async () => {
    for (const at of [1, 2, 3]) {
      await agent.report(smart(t0 - 10 + at, optane, at % 2 === 0 ? {} : lowSpare), smart(t0 - at, flash));
    }
    const before = await driveFacets(context());
    expect(before.verdicts.choices).toEqual([
      { value: "replace", label: "replace", count: 1 },
      { value: "good", label: "good", count: 1 },
    ]);
    expect(await foldCounts(context())).toBeGreaterThan(0);
    expect(await driveFacets(context())).toEqual(before);
    expect(await foldCounts(context())).toBe(0);
    const groups = await gateway.db.driveCount.groupBy({ by: ["kind", "value", "detail"], _count: true });
    expect(groups.filter(({ _count }) => _count > 1)).toEqual([]);
  });
});

describe("a host whose clock is ahead", () => {
  it("may tell of a condition that came and went several times, all of it dated by the server", async () => {
    const hour = 60 * minute;
    const counted = <T extends object>(event: T, sequence: number) => ({ ...event, sequence });
    const answer = await agent.report(
      counted(inventory(t0 + hour, [observation(optane)]), 1),
      counted(smart(t0 + hour, optane, lowSpare), 2),
      counted(smart(t0 + hour + minute, optane), 3),
      counted(smart(t0 + hour + 2 * minute, optane, lowSpare), 4),
      counted(smart(t0 + hour + 3 * minute, optane), 5),
    );
    expect(answer.body).toMatchObject({ accepted: 5, refused: [] });
    expect(await spans("availableSpare")).toEqual([[0, 0]]);
  });
});

describe("a drive that a person gives to a host that is silent", () => {
  it("does not look good there", async () => {
    const other = await gateway.enroll("storage-02");
    await agent.report(inventory(t0, [observation(optane)]), smart(t0, optane));
    await other.report(inventory(t0, [observation(optane)]));
    await passes(4 * minute, agent);
    await watchSilence(context());
    const { id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: optane.serial } });
    await settleClaim(context(), { driveId, hostId: other.hostId, decision: "move" });
    await watchSilence(context());
    expect(await list()).toEqual([`${optane.serial} notReporting`]);
    await passes(minute, other);
    await watchSilence(context());
    expect(await list()).toEqual([`${optane.serial} good`]);
  });
});
