import { Prisma } from "@crosspoint/db";
import type { AgentEvent, ControllerFacts, DriveIdentity, DriveObservation } from "@crosspoint/protocol";
import { requestCommand } from "@crosspoint/services/command/request";
import { preflightControl } from "@crosspoint/services/drive/control/preflight";
import { getDrive } from "@crosspoint/services/drive/get";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { settleClaim } from "@crosspoint/services/drive/settle-claim";
import { getFleet } from "@crosspoint/services/fleet/get";
import { getHost } from "@crosspoint/services/host/get";
import { revokeKey } from "@crosspoint/services/host/revoke-key";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventOf, inventory, lowSpare, observation, optane, smart } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

/** Two hosts that list one drive: a stolen key, a copied serial, a drive that moved, or one that both truly share. */
let gateway: TestGateway;
let holder: TestAgent;
let newcomer: TestAgent;
let drive: DriveIdentity;
let count = 0;
const minute = 60_000;
const hour = 60 * minute;
const system = { kind: "system", label: "test" } as const;
/** `critical warning: the spare is low`, which the holder says and the newcomer denies. */

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  count += 1;
  drive = { ...optane, serial: `CONTESTED${count}` };
  holder = await gateway.enroll(`holder-${count}`);
  newcomer = await gateway.enroll(`newcomer-${count}`);
});

const nowMs = () => gateway.clock.now.getTime();
const later = (ms: number) => {
  gateway.clock.now = new Date(nowMs() + ms);
};
const context = () => ({ db: gateway.db, actor: system, now: gateway.clock.now });
const stored = () =>
  gateway.db.drive.findFirstOrThrow({
    where: { serial: drive.serial },
    include: { state: true, reading: true, sightings: { orderBy: { firstSeenAt: "asc" } } },
  });
const holderId = async () => (await stored()).sightings.find(({ endedAt }) => endedAt === null)?.hostId;
const list = (agent: TestAgent, more: Partial<DriveObservation> = {}, aheadMs = 0) =>
  agent.report(inventory(nowMs() + aheadMs, [observation(drive, more)]));
const refusals = async (agent: TestAgent, ...events: AgentEvent[]) => (await agent.report(...events)).body.refused;

describe("a drive that its host holds", () => {
  beforeEach(async () => {
    await list(holder);
    await holder.report(smart(nowMs(), drive, lowSpare));
    later(minute);
  });

  it("is not taken by another host that lists it, and nothing that one says of it is applied", async () => {
    const before = await stored();
    const problem = { kind: "notResponding", detail: "", remedy: "" } as const;
    const lie = observation(drive, { firmware: "EVIL", namespaces: [] });
    await newcomer.report(inventory(nowMs(), [lie]));
    const refused = await refusals(
      newcomer,
      inventory(nowMs(), [lie]),
      smart(nowMs(), drive),
      eventOf("driveProblem", nowMs(), { drive, problem }),
    );
    expect(refused.map(({ errors }) => errors[0]?.path)).toEqual(["drive", "drive"]);
    expect(refused[0]?.reason).toContain("another host");
    expect(await stored()).toEqual(before);

    later(minute);
    expect(await refusals(holder, smart(nowMs(), drive, { ...lowSpare, percentageUsed: 4 }))).toEqual([]);
    expect(await stored()).toMatchObject({
      state: { percentageUsed: 4 },
      reading: { sampledHostId: holder.hostId },
    });
  });

  it("is not kept by a date ahead of the server's clock, nor by a key that was revoked", async () => {
    // The holder is away for long enough, and the newcomer takes the drive, dated almost a day ahead.
    later(4 * minute);
    const ahead = 23 * hour;
    await newcomer.report(inventory(nowMs() + ahead, [observation(drive)]), smart(nowMs() + ahead, drive));
    expect(await holderId()).toBe(newcomer.hostId);
    later(minute);
    await revokeKey(context(), { hostId: newcomer.hostId });
    expect(await holderId(), "a host without a key holds nothing").toBeUndefined();

    await holder.report(inventory(nowMs(), [observation(drive)]), smart(nowMs(), drive, lowSpare));
    expect(await holderId()).toBe(holder.hostId);
    expect((await stored()).reading).toMatchObject({ sampledHostId: holder.hostId, sampledAt: gateway.clock.now });
  });

  it("goes to the host that lists it once its own lets it go", async () => {
    await list(newcomer);
    expect(await holderId()).toBe(holder.hostId);
    later(minute);
    await holder.report(inventory(nowMs(), []));
    later(minute);
    expect(await refusals(newcomer, smart(nowMs(), drive))).toEqual([]);
    expect(await holderId()).toBe(newcomer.hostId);
    expect((await stored()).reading).toMatchObject({ sampledHostId: newcomer.hostId });
  });

  it("goes to the host that lists it once its own is silent", async () => {
    await list(newcomer);
    later(4 * minute);
    expect(await refusals(newcomer, smart(nowMs(), drive))).toEqual([]);
    expect(await holderId()).toBe(newcomer.hostId);
  });
});

describe("a claim", () => {
  beforeEach(async () => {
    await holder.report(inventory(nowMs(), [observation(drive)]), smart(nowMs(), drive, lowSpare));
    later(minute);
    await list(newcomer, { controllerName: "nvme7" });
  });

  const page = async () => getDrive(context(), { driveId: (await stored()).id });
  const settle = async (agent: TestAgent, decision: "move" | "dismiss") =>
    settleClaim(context(), { driveId: (await stored()).id, hostId: agent.hostId, decision });
  const listEntry = async () =>
    (await listDrives(context(), listDrivesInput.parse({ search: drive.serial }))).drives[0]?.contested;
  const attention = async () =>
    (await getFleet(context())).contestedDrives.find(({ serial }) => serial === drive.serial);

  it("says who and since when, on the drive's page, in the list and among what needs attention", async () => {
    const since = gateway.clock.now;
    later(minute);
    await list(newcomer, { controllerName: "nvme7" });
    expect((await page()).claims).toEqual([
      {
        hostId: newcomer.hostId,
        hostname: `newcomer-${count}`,
        since,
        lastSeenAt: gateway.clock.now,
        controllerName: "nvme7",
        shared: false,
        dismissed: undefined,
      },
    ]);
    expect(await listEntry()).toBe(true);
    expect((await getHost(context(), { hostId: newcomer.hostId })).claims).toEqual([
      {
        driveId: (await stored()).id,
        model: drive.model,
        serial: drive.serial,
        controllerName: "nvme7",
        holder: `holder-${count}`,
        since,
        state: "contested",
      },
    ]);
    expect(await attention()).toMatchObject({ hostname: `holder-${count}`, claimant: `newcomer-${count}`, since });
  });

  it("is over when its host lists the drive no more, or loses its key", async () => {
    later(minute);
    await newcomer.report(inventory(nowMs(), []));
    expect((await page()).claims).toEqual([]);
    await list(newcomer);
    expect((await page()).claims).toHaveLength(1);
    await revokeKey(context(), { hostId: newcomer.hostId });
    expect((await page()).claims).toEqual([]);
    expect(await listEntry()).toBe(false);
  });

  it("forbids what could destroy data, until it is settled", async () => {
    const blockers = async () => {
      const action = { kind: "format", nsid: 1, lbaFormat: 0, secureErase: "none" } as const;
      const asked = await preflightControl(context(), { driveId: (await stored()).id, action });
      return asked.blockers.map(({ message }) => message).filter((message) => message.includes("contested"));
    };
    expect(await blockers()).toEqual([expect.stringContaining(`newcomer-${count} lists it too`)]);
    await settle(newcomer, "dismiss");
    expect(await blockers()).toEqual([]);
  });

  it("that is dismissed stays so while its host lists the drive, though the holder falls silent", async () => {
    await settle(newcomer, "dismiss");
    expect((await page()).claims[0]?.dismissed).toEqual({ at: gateway.clock.now, by: "test" });
    expect([await listEntry(), await attention()]).toEqual([false, undefined]);
    later(5 * minute);
    await list(newcomer);
    expect(await refusals(newcomer, smart(nowMs(), drive))).toHaveLength(1);
    expect(await holderId()).toBe(holder.hostId);
    const audited = await gateway.db.auditEntry.findFirstOrThrow({
      where: { action: "drive.dismissClaim", objectId: (await stored()).id },
    });
    expect(audited.detail).toMatchObject({ claimant: `newcomer-${count}`, holder: `holder-${count}` });
    // Taken out and put in again, it is a new claim.
    await newcomer.report(inventory(nowMs() + 1, []));
    later(minute);
    await list(newcomer);
    expect(await holderId()).toBe(newcomer.hostId);
  });

  it("stands, dismissed or not, though its host's clock is behind the holder's", async () => {
    const slow = await gateway.enroll(`slow-${count}`);
    await settle(newcomer, "dismiss");
    await list(slow, {}, -hour);
    expect(await listEntry()).toBe(true);
    await settle(slow, "dismiss");
    await list(slow, {}, minute - hour);
    expect((await page()).claims.map(({ dismissed }) => dismissed?.by)).toEqual(["test", "test"]);

    await list(slow, {}, 2 * minute - hour);
    await slow.report(inventory(nowMs() + 3 * minute - hour, []));
    await list(slow, {}, 4 * minute - hour);
    expect(await listEntry()).toBe(true);
    // What it listed before the holder did is no reason to give it the drive.
    later(4 * minute);
    await list(slow, {}, -hour);
    await slow.poll();
    expect(await refusals(slow, smart(nowMs(), drive))).toHaveLength(1);
    expect(await holderId()).toBe(holder.hostId);
  });

  it("that is granted gives the drive to its host, and back again", async () => {
    await settle(newcomer, "move");
    expect(await holderId()).toBe(newcomer.hostId);
    expect((await page()).place).toMatchObject({ controllerName: "nvme7", hostname: `newcomer-${count}` });
    expect(await refusals(newcomer, smart(nowMs(), drive))).toEqual([]);
    later(minute);
    await list(holder);
    expect(await refusals(holder, smart(nowMs(), drive, lowSpare))).toHaveLength(1);
    expect(await holderId()).toBe(newcomer.hostId);
    expect((await page()).claims).toMatchObject([{ hostId: holder.hostId, dismissed: { by: "test" } }]);
    expect(await attention()).toBeUndefined();

    await settle(holder, "move");
    expect(await holderId()).toBe(holder.hostId);
    expect(await refusals(holder, smart(nowMs(), drive, lowSpare))).toEqual([]);
  });

  it("cannot be settled twice, nor while something goes on at the drive", async () => {
    const { id } = await stored();
    await gateway.db.$transaction((tx) =>
      requestCommand(tx, context(), {
        hostId: holder.hostId,
        driveId: id,
        payload: { kind: "collectNow" },
        expiresInMs: hour,
      }),
    );
    await expect(settle(newcomer, "move")).rejects.toThrow("A command to it is in progress");
    await settle(newcomer, "dismiss");
    await gateway.db.command.deleteMany({ where: { driveId: id } });
    await settle(newcomer, "move");
    await expect(settle(newcomer, "move")).rejects.toThrow("does not claim");
  });
});

describe("a drive that two hosts share", () => {
  const port = (controllerId: number, more: Partial<ControllerFacts>) => {
    const facts = observation(drive).controller as ControllerFacts;
    return { ...facts, subsystemNqn: "nqn.2014-08.org.nvmexpress:uuid:1", controllerId, ...more };
  };
  const claims = async () => (await getDrive(context(), { driveId: (await stored()).id })).claims;

  it.each([
    ["two ports of one subsystem", true, {}, 1, { severalControllers: true }],
    ["over a network", true, { transport: "tcp" }, 1, {}],
    ["one controller listed twice", false, {}, 0, { severalControllers: true }],
    ["a subsystem of one controller", false, {}, 1, {}],
    [
      "another subsystem",
      false,
      {},
      1,
      { severalControllers: true, subsystemNqn: "nqn.2014-08.org.nvmexpress:uuid:2" },
    ],
  ] as const)("%s: shared is %s", async (_what, shared, place, controllerId, facts) => {
    const { subsystemNqn: _, ...held } = { subsystemNqn: undefined, ...facts };
    await list(holder, { ...place, controller: port(0, held) });
    await list(newcomer, { ...place, controller: port(controllerId, facts) });
    expect(await claims()).toMatchObject([{ hostId: newcomer.hostId, shared }]);
    expect(await refusals(newcomer, smart(nowMs(), drive)), "it does not change whose word counts").toHaveLength(1);
  });

  it.each(["before", "after"])("stays shared with a holder that falls silent %s the other lists it", async (when) => {
    const place = (controllerId: number) => ({ controller: port(controllerId, { severalControllers: true }) });
    await list(holder, place(0));
    if (when === "after") await list(newcomer, place(1));
    later(4 * minute);
    if (when === "before") await list(newcomer, place(1));
    else await newcomer.report(smart(nowMs(), drive));
    expect(await holderId()).toBe(newcomer.hostId);
    const blockers = await preflightControl(context(), {
      driveId: (await stored()).id,
      action: { kind: "sanitize", method: "cryptoErase" },
    });
    expect(blockers.blockers.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`is shared with holder-${count}`),
    );
    // Heard of again, it says for itself whether it still reaches the drive.
    await list(holder, place(0));
    expect(await claims()).toMatchObject([{ hostId: holder.hostId, controllerName: "nvme0", shared: true }]);
    await holder.report(inventory(nowMs() + 1, []));
    expect(await claims()).toEqual([]);
  });
});

describe("the former holder of a drive", () => {
  it("is believed of the time when it had it, however late its word arrives, and no further", async () => {
    const [start, pulled] = [nowMs(), nowMs() + 10 * minute];
    await list(holder);
    gateway.clock.now = new Date(pulled);
    await holder.report(inventory(pulled, []));
    await list(newcomer);
    await newcomer.report(smart(pulled, drive));
    later(hour);
    await newcomer.poll();
    const refused = await refusals(
      holder,
      smart(start + minute, drive, lowSpare),
      smart(pulled + 1, drive, lowSpare),
      smart(nowMs(), drive, lowSpare),
    );
    expect(refused).toHaveLength(2);
    const { id, reading } = await stored();
    expect(reading).toMatchObject({ sampledHostId: newcomer.hostId, sampledAt: new Date(pulled) });
    const samples = await gateway.db.smartSample.findMany({ where: { driveId: id }, orderBy: { time: "asc" } });
    expect(samples.map(({ hostId, time }) => [hostId, time.getTime()])).toEqual([
      [holder.hostId, start + minute],
      [newcomer.hostId, pulled],
    ]);
  });
});

describe("the new holder of a drive", () => {
  it("says nothing of the time when another host had it", async () => {
    const start = nowMs();
    await list(holder);
    later(10 * minute);
    await list(holder);
    later(10 * minute);
    await list(newcomer);
    expect(await holderId()).toBe(newcomer.hostId);
    const refused = await refusals(
      newcomer,
      smart(start + minute, drive, { percentageUsed: 99 }),
      smart(start - minute, drive),
      smart(start + 11 * minute, drive),
      smart(nowMs(), drive),
    );
    expect(refused.map(({ reason }) => reason)).toEqual([expect.stringContaining("was on another host then")]);
    const { id } = await stored();
    expect(await gateway.db.smartSample.count({ where: { driveId: id } })).toBe(3);
  });
});

describe("a report of a host that claims another's drive", () => {
  beforeEach(async () => {
    await list(holder);
    later(minute);
    await list(newcomer);
  });

  /** Runs `work` while another session holds the rows that `lock` locks. */
  const whileLocked = async (lock: Prisma.Sql, work: () => Promise<void>) => {
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = gateway.db.$transaction(async (tx) => {
      await tx.$queryRaw(lock);
      locked.resolve();
      await done.promise;
    });
    await locked.promise;
    await work().finally(() => done.resolve());
    await holding;
  };

  it("waits for nobody at the drive while its holder is heard of", async () => {
    const { id } = await stored();
    await whileLocked(Prisma.sql`SELECT id FROM drive WHERE id = ${id}::uuid FOR UPDATE`, async () => {
      const answered = newcomer.report(inventory(nowMs() - hour, [])).then(() => "answered");
      const waited = new Promise((resolve) => setTimeout(resolve, 2000, "waited"));
      expect(await Promise.race([answered, waited])).toBe("answered");
    });
  });

  it("locks its commands before the drives that it takes", async () => {
    const { id } = await stored();
    const commandId = await gateway.db.$transaction((tx) =>
      requestCommand(tx, context(), { hostId: newcomer.hostId, payload: { kind: "collectNow" }, expiresInMs: hour }),
    );
    later(4 * minute);
    let report: Promise<unknown> | undefined;
    await whileLocked(Prisma.sql`SELECT id FROM command WHERE id = ${commandId}::uuid FOR UPDATE`, async () => {
      report = newcomer.report(eventOf("command", nowMs(), { commandId, outcome: "accepted" }));
      await new Promise((resolve) => setTimeout(resolve, 500));
      const free = await gateway.db.$queryRaw`SELECT id FROM drive WHERE id = ${id}::uuid FOR UPDATE SKIP LOCKED`;
      expect(free).toHaveLength(1);
    });
    await report;
    expect(await holderId()).toBe(newcomer.hostId);
  });
});
