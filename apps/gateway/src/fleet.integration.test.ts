import { verdictOfRank } from "@crosspoint/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environment, eventOf, inventory, lowSpare, observation, optane, smart } from "./testing/events.ts";
import { snapshot, startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let first: TestAgent;
let second: TestAgent;
const t0 = new Date("2026-11-21T10:00:00Z").getTime();
const minute = 60_000;

beforeAll(async () => {
  gateway = await startTestGateway();
  first = await gateway.enroll("storage-01");
  second = await gateway.enroll("storage-02");
});
afterAll(() => gateway.close());

const driveBySerial = (serial: string) =>
  gateway.db.drive.findFirstOrThrow({
    where: { serial },
    include: { sightings: { orderBy: { firstSeenAt: "asc" } }, state: true, reading: true },
  });
const verdictOf = (drive: { state: { verdictRank: number } | null } | null) =>
  drive?.state && verdictOfRank(drive.state.verdictRank);
/** What is or was wrong with a drive: rule, since, and when it ended. */
const conditionsOf = async (serial: string) => {
  const conditions = await gateway.db.driveCondition.findMany({
    where: { drive: { serial } },
    orderBy: [{ since: "asc" }, { rule: "asc" }],
  });
  return conditions.map(({ rule, since, endedAt }) => [rule, since.getTime() - t0, endedAt && endedAt.getTime() - t0]);
};
const numbered = (serial: string) => ({ ...optane, serial });

describe("drives and where they are", () => {
  it("trims the identity, keeps its letter case, and tells drives of one model apart", async () => {
    await first.report(
      inventory(t0, [observation(numbered("  abC1 ")), observation(numbered("ABC1"), { controllerName: "nvme1" })]),
    );
    expect(await gateway.db.drive.count({ where: { serial: "abC1" } })).toBe(1);
    expect(await gateway.db.drive.count({ where: { serial: "ABC1" } })).toBe(1);
  });

  it("takes the capacity from the controller, else from the namespaces", async () => {
    const stated = observation(numbered("CAP1"));
    const { controller } = observation(numbered("CAP1"));
    const withTotal = { ...stated, controller: controller && { ...controller, totalCapacityBytes: "400000000000" } };
    const absurd = {
      ...stated,
      identity: numbered("CAP3"),
      controller: controller && { ...controller, totalCapacityBytes: "9".repeat(38) },
    };
    await first.report(inventory(t0 + 1, [withTotal, observation(numbered("CAP2")), absurd]));
    expect((await driveBySerial("CAP1")).capacityBytes).toBe(400_000_000_000n);
    expect((await driveBySerial("CAP2")).capacityBytes).toBe(375_083_606_016n);
    expect((await driveBySerial("CAP3")).capacityBytes).toBeNull();
  });

  it("notes another firmware once: when and by whom it was seen first, and what it was before", async () => {
    const drive = numbered("FLASHED");
    const lists = (at: number, firmware: string) => inventory(t0 + at, [observation(drive, { firmware })]);
    const [before, flashed] = [lists(2, "F1"), lists(3, " F2 ")];
    await first.report(before);
    await first.report(flashed);
    await first.report(flashed);
    await first.report(lists(4, "F2"), lists(5, ""));
    await first.report(lists(1, "F0"));
    const changes = () =>
      gateway.db.driveFirmwareChange.findMany({
        where: { drive: { serial: "FLASHED" } },
        select: { at: true, previous: true, firmware: true, hostId: true, hostname: true },
        orderBy: { at: "asc" },
      });
    const seen = { hostId: first.hostId, hostname: "storage-01" };
    const toF2 = { at: new Date(t0 + 3), previous: "F1", firmware: "F2", ...seen };
    expect(await changes()).toEqual([toF2]);
    expect((await driveBySerial("FLASHED")).firmware).toBe("F2");
    await first.report(lists(6, "F1"));
    expect(await changes()).toEqual([toF2, { at: new Date(t0 + 6), previous: "F2", firmware: "F1", ...seen }]);
  });

  it("opens one sighting, renews it under a new name, and ends it when the drive is pulled", async () => {
    const drive = numbered("STAY");
    await first.report(inventory(t0 + minute, [observation(drive)]));
    await first.report(inventory(t0 + 2 * minute, [observation(drive, { controllerName: "nvme7", linkWidth: 2 })]));
    let { sightings } = await driveBySerial("STAY");
    expect(sightings).toHaveLength(1);
    expect(sightings[0]).toMatchObject({
      controllerName: "nvme7",
      linkWidth: 2,
      firstSeenAt: new Date(t0 + minute),
      lastSeenAt: new Date(t0 + 2 * minute),
      endedAt: null,
    });
    await first.report(inventory(t0 + 3 * minute, []));
    ({ sightings } = await driveBySerial("STAY"));
    expect(sightings[0]).toMatchObject({ lastSeenAt: new Date(t0 + 2 * minute), endedAt: new Date(t0 + 3 * minute) });
  });

  it("keeps each history with its drive where two swap their names at a boot", async () => {
    const [a, b] = [numbered("SWAP-A"), numbered("SWAP-B")];
    const lists = (at: number, names: readonly [string, string]) =>
      inventory(at, [observation(a, { controllerName: names[0] }), observation(b, { controllerName: names[1] })]);
    const says = (at: number, written: readonly [string, string]) => [
      smart(at, a, { dataUnitsWritten: written[0] }),
      smart(at, b, { dataUnitsWritten: written[1] }),
    ];
    await first.report(lists(t0 + 5 * minute, ["nvme0", "nvme1"]), ...says(t0 + 5 * minute, ["100", "9000"]));
    await first.report(lists(t0 + 6 * minute, ["nvme1", "nvme0"]), ...says(t0 + 6 * minute, ["101", "9001"]));
    const historyOf = async (serial: string) => {
      const { id, sightings } = await driveBySerial(serial);
      const samples = await gateway.db.smartSample.findMany({ where: { driveId: id }, orderBy: { time: "asc" } });
      return {
        names: sightings.map(({ controllerName, endedAt }) => [controllerName, endedAt]),
        written: samples.map(({ dataUnitsWritten }) => dataUnitsWritten.toFixed(0)),
      };
    };
    expect(await historyOf("SWAP-A")).toEqual({ names: [["nvme1", null]], written: ["100", "101"] });
    expect(await historyOf("SWAP-B")).toEqual({ names: [["nvme0", null]], written: ["9000", "9001"] });
  });

  it("keeps the identity and the history of a drive that moves to another host", async () => {
    const drive = numbered("MOVES");
    await first.report(inventory(t0 + 10 * minute, [observation(drive)]), smart(t0 + 10 * minute, drive));
    const before = await driveBySerial("MOVES");
    await first.report(inventory(t0 + 11 * minute, []));
    await second.report(inventory(t0 + 11 * minute, [observation(drive)]), smart(t0 + 11 * minute, drive));
    const after = await driveBySerial("MOVES");
    expect(after.id).toBe(before.id);
    expect(after.sightings.map(({ hostId, endedAt }) => ({ hostId, endedAt }))).toEqual([
      { hostId: first.hostId, endedAt: new Date(t0 + 11 * minute) },
      { hostId: second.hostId, endedAt: null },
    ]);
    const samples = await gateway.db.smartSample.findMany({ where: { driveId: after.id }, orderBy: { time: "asc" } });
    expect(samples.map((sample) => sample.hostId)).toEqual([first.hostId, second.hostId]);
  });

  it("does not let an inventory that was delivered late undo a newer one, of this host or of another", async () => {
    const drive = numbered("LATE");
    await first.report(inventory(t0 + 20 * minute, [observation(drive)]));
    const placed = await snapshot(gateway.db, ["ingested_event", "host"]);
    expect((await first.report(inventory(t0 + 19 * minute, []))).body.accepted).toBe(1);
    expect(await snapshot(gateway.db, ["ingested_event", "host"])).toEqual(placed);

    await first.report(inventory(t0 + 24 * minute, []));
    await second.report(inventory(t0 + 30 * minute, [observation(drive)]));
    await first.report(inventory(t0 + 25 * minute, [observation(drive)]));
    const { sightings } = await driveBySerial("LATE");
    expect(sightings.find((sighting) => sighting.endedAt === null)?.hostId).toBe(second.hostId);
  });

  it("follows a host whose clock was set back by its own count, and loses no sample", async () => {
    const drive = numbered("BACK");
    const counted = <T extends object>(event: T, sequence: number) => ({ ...event, sequence });
    await first.report(
      counted(inventory(t0 + 35 * minute, [observation(drive)]), 11),
      counted(smart(t0 + 35 * minute, drive), 12),
    );
    // Half an hour back: what is said from here on is newer all the same.
    await first.report(
      counted(inventory(t0 + 5 * minute, [observation(drive, { firmware: "E2010600" })]), 13),
      counted(smart(t0 + 5 * minute, drive, { criticalWarning: 8 }), 14),
    );
    const after = await driveBySerial("BACK");
    expect(after).toMatchObject({
      firmware: "E2010600",
      reading: { sampledAt: new Date(t0 + 5 * minute) },
    });
    expect(verdictOf(after)).toBe("failed");
    expect(await gateway.db.smartSample.count({ where: { driveId: after.id } })).toBe(2);

    const placed = await snapshot(gateway.db, ["ingested_event", "host", "smart_sample"]);
    await first.report(counted(inventory(t0 + 36 * minute, []), 10), counted(smart(t0 + 36 * minute, drive), 9));
    expect(await snapshot(gateway.db, ["ingested_event", "host", "smart_sample"])).toEqual(placed);
    // An agent of before the count is followed by its clock.
    await first.report(inventory(t0 + 37 * minute, []));
  });

  it("lets a drive go to another host, though the clock of the one before had been ahead", async () => {
    const [leaving, taking] = [await gateway.enroll("storage-03"), await gateway.enroll("storage-04")];
    const listed = [observation(numbered("AHEAD"))];
    await leaving.report({ ...inventory(t0 + 300 * minute, listed), sequence: 1 });
    await leaving.report({ ...inventory(t0, listed), sequence: 2 });
    expect(await driveBySerial("AHEAD")).toMatchObject({ lastSeenAt: new Date(t0) });
    // Its host goes down with it, and the other has it once that is taken for silent.
    const before = gateway.clock.now;
    gateway.clock.now = new Date(before.getTime() + 4 * minute);
    await taking.report(inventory(t0 + 21 * minute, listed));
    const { sightings } = await driveBySerial("AHEAD");
    expect(sightings.find((sighting) => sighting.endedAt === null)?.hostId).toBe(taking.hostId);
    gateway.clock.now = before;
  });

  it("survives two hosts that claim the same drives in the same moment", async () => {
    const drives = Array.from({ length: 20 }, (_, index) => numbered(`RACE${String(index).padStart(2, "0")}`));
    const claims = Array.from({ length: 6 }, (_, round) => {
      const agent = round % 2 === 0 ? first : second;
      const listed = (round % 2 === 0 ? drives : drives.toReversed()).map((drive) => observation(drive));
      return agent.report(inventory(t0 + (40 + round) * minute, listed));
    });
    expect((await Promise.all(claims)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    const ids = (await gateway.db.drive.findMany({ where: { serial: { startsWith: "RACE" } } })).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(await gateway.db.driveSighting.count({ where: { driveId: { in: ids }, endedAt: null } })).toBe(20);
  });

  it("offers scratch files, and withdraws those that are no longer listed", async () => {
    await first.report(inventory(t0 + 60 * minute, [], ["/a", "/b"]));
    await first.report(inventory(t0 + 61 * minute, [], ["/b"]));
    const files = await gateway.db.scratchFile.findMany({ where: { hostId: first.hostId }, orderBy: { path: "asc" } });
    expect(files.map(({ path, endedAt }) => ({ path, endedAt }))).toEqual([
      { path: "/a", endedAt: new Date(t0 + 61 * minute) },
      { path: "/b", endedAt: null },
    ]);
    await first.report(inventory(t0 + 62 * minute, [], ["/a"]));
    const again = await gateway.db.scratchFile.findFirstOrThrow({ where: { hostId: first.hostId, path: "/a" } });
    expect(again).toMatchObject({ id: files[0]?.id, endedAt: null });
  });
});

describe("health", () => {
  it("knows a drive by its sample, should that arrive before the inventory", async () => {
    const drive = numbered("EARLY");
    await first.report(smart(t0, drive));
    const early = await driveBySerial("EARLY");
    expect(early).toMatchObject({ firmware: "", sightings: [], reading: { sampledHostId: first.hostId } });
    expect(verdictOf(early)).toBe("good");
    await first.report(inventory(t0 + 70 * minute, [observation(drive)]));
    const known = await driveBySerial("EARLY");
    expect(known).toMatchObject({ id: early.id, firmware: "E2010325", firstSeenAt: new Date(t0) });
    expect(known.sightings).toHaveLength(1);
  });

  it("dates a verdict from its edge, not from each sample", async () => {
    const drive = numbered("EDGE");
    const verdict = async () => {
      const drive = await driveBySerial("EDGE");
      return [verdictOf(drive), drive.state?.verdictSince.getTime(), drive.reading?.sampledAt?.getTime()];
    };
    await first.report(smart(t0, drive));
    await first.report(smart(t0 + 1, drive, lowSpare), smart(t0 + 2, drive, lowSpare));
    expect(await verdict()).toEqual(["replace", t0 + 1, t0 + 2]);
    await first.report(smart(t0 + 3, drive, lowSpare));
    expect(await verdict()).toEqual(["replace", t0 + 1, t0 + 3]);
    await first.report(smart(t0 + 4, drive));
    expect(await verdict()).toEqual(["good", t0 + 4, t0 + 4]);
    expect(await conditionsOf("EDGE")).toEqual([["availableSpare", 1, 4]]);
  });

  it("stores a late sample, and lets the newest speak", async () => {
    const drive = numbered("OLDER");
    await first.report(smart(t0 + 10, drive));
    await first.report(smart(t0 + 5, drive, { criticalWarning: 8 }));
    const older = await driveBySerial("OLDER");
    const { id, reading } = older;
    expect(reading).toMatchObject({ sampledAt: new Date(t0 + 10) });
    expect(verdictOf(older)).toBe("good");
    expect(await conditionsOf("OLDER")).toEqual([]);
    expect(await gateway.db.smartSample.count({ where: { driveId: id } })).toBe(2);
  });

  it("judges by the limits of the drive and of its model: a P4800X throttles from 105 % used", async () => {
    const drive = numbered("WORN");
    await first.report(
      inventory(t0 + 80 * minute, [observation(drive)]),
      smart(t0 + 80 * minute, drive, { percentageUsed: 105, compositeTemperatureKelvin: 353 }),
    );
    const open = (await conditionsOf("WORN")).filter(([, , endedAt]) => endedAt === null);
    expect(open.map(([rule]) => rule)).toEqual(["criticalTemperature", "writeProtect"]);
  });

  it("keeps a problem's date while its kind stays, and ends it with the next sample", async () => {
    const drive = numbered("HANGS");
    const problem = { kind: "notResponding", detail: "no answer for 10 s", remedy: "Reseat it." } as const;
    const hangs = (timeMs: number) => eventOf("driveProblem", timeMs, { drive, problem });
    await first.report(smart(t0, drive), hangs(t0 + 1), hangs(t0 + 2));
    const hung = await driveBySerial("HANGS");
    expect(hung.problem).toMatchObject({ ...problem, reportedBy: "sample" });
    expect(hung.problemSince).toEqual(new Date(t0 + 1));
    expect(hung.reading).toMatchObject({ sampledAt: new Date(t0) });
    expect(verdictOf(hung)).toBe("notResponding");
    expect(hung.state).toMatchObject({ verdictSince: new Date(t0 + 1), problemKind: "notResponding" });

    await first.report(smart(t0 + 3, drive));
    const answers = await driveBySerial("HANGS");
    expect(answers).toMatchObject({ problem: null, problemSince: null });
    expect(verdictOf(answers)).toBe("good");
    expect(answers.state).toMatchObject({ verdictSince: new Date(t0 + 3), problemKind: null });
    expect(await conditionsOf("HANGS")).toEqual([["notResponding", 1, 3]]);

    await first.report(hangs(t0 + 2));
    expect((await driveBySerial("HANGS")).problem).toBeNull();
  });

  it("keeps what is known of a drive that cannot be read any more", async () => {
    const drive = numbered("DARK");
    await first.report(inventory(t0 + 90 * minute, [observation(drive)]));
    const problem = { kind: "nvmeCliMissing", detail: "nvme is not installed", remedy: "Install nvme-cli." } as const;
    const dark = observation(drive, { namespaces: [], problem });
    delete (dark as { controller?: unknown }).controller;
    await first.report(inventory(t0 + 91 * minute, [dark]));
    const known = await driveBySerial("DARK");
    expect(known.problem).toMatchObject({ kind: "nvmeCliMissing", reportedBy: "inventory" });
    expect(known.capacityBytes).toBe(375_083_606_016n);
    expect(known.namespaces).toHaveLength(1);
    expect(known.controller).toMatchObject({ nvmeVersion: "1.2" });
  });

  it("does not let an agent speak of the health of another host's drive", async () => {
    const drive = numbered("GUARDED");
    // What it lists beside the first host would be its own as soon as that one lets go.
    await second.report(inventory(t0 + 94 * minute, []));
    await first.report(inventory(t0 + 95 * minute, [observation(drive)]), smart(t0 + 95 * minute, drive));
    const before = await snapshot(gateway.db, ["host"]);
    const lie = smart(t0 + 96 * minute, drive, { criticalWarning: 8 });
    const hung = eventOf("driveProblem", t0 + 96 * minute, {
      drive,
      problem: { kind: "notResponding", detail: "", remedy: "" },
    });
    const answer = await second.report(lie, hung);
    expect(answer.status).toBe(422);
    expect(answer.body.refused.map((refused) => refused.errors[0]?.path)).toEqual(["drive", "drive"]);
    expect(await snapshot(gateway.db, ["host"])).toEqual(before);
  });
});

describe("the host itself", () => {
  const renamed = (timeMs: number, hostname: string) => environment(timeMs, { hostname, agentVersion: "0.2.0" });

  it("keeps the newest environment, and measures the clock", async () => {
    await first.report(renamed(t0 + 2, "storage-01.new"));
    await first.report(renamed(t0 + 1, "storage-01.old"));
    const host = await gateway.db.host.findUniqueOrThrow({ where: { id: first.hostId } });
    expect(host).toMatchObject({ hostname: "storage-01.new", agentVersion: "0.2.0", environmentAt: new Date(t0 + 2) });
    expect(host.lastSeenAt).toEqual(gateway.clock.now);
    expect(host.clockSkewMs).toBe(0n);
    await gateway.call("POST", "/agent/v1/reports", {
      body: JSON.stringify({ agentTimeMs: gateway.clock.now.getTime() - 3_600_000, events: [] }),
      headers: { authorization: `Bearer ${first.key}`, "content-type": "application/json" },
    });
    const skewed = await gateway.db.host.findUniqueOrThrow({ where: { id: first.hostId } });
    expect(skewed.clockSkewMs).toBe(-3_600_000n);
  });
});
