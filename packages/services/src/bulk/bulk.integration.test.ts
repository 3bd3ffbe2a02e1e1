import type { Transaction } from "@crosspoint/db";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settleRestored } from "../backup/settle-restored.ts";
import type { ServiceContext } from "../context.ts";
import { addDrive, addHost, addPeople, allowing, contextOf, now } from "../testing/fleet.ts";
import { getBulk } from "./get.ts";
import { listBulk } from "./list.ts";
import { listBulkDrives, listBulkDrivesInput } from "./list-drives.ts";
import { previewBulk, previewBulkInput } from "./preview.ts";
import { requestBulk, requestBulkInput } from "./request.ts";
import { stopBulk } from "./stop.ts";
import { workBulk } from "./work.ts";

let test: TestDatabase;
let worker: ServiceContext;
const many = 5_000;
const power = { kind: "limitPower", maxMilliwatts: 12_000 } as const;
const states = [
  { index: 0, maxPowerMilliwatts: 25_000, nonOperational: false, entryLatencyUs: 0, exitLatencyUs: 0 },
  { index: 1, maxPowerMilliwatts: 10_000, nonOperational: false, entryLatencyUs: 0, exitLatencyUs: 0 },
];

beforeAll(async () => {
  test = await createTestDatabase();
  worker = { db: test.db, now, actor: { kind: "system", label: "worker: work-bulk" } };
  await addPeople(test.db);
  await test.owner.$executeRaw`
    WITH made AS (
      INSERT INTO drive (pci_vendor_id, model, serial, firmware, first_seen_at, last_seen_at, tags)
      SELECT 32902, 'Many', 'M' || lpad(n::text, 5, '0'), 'F', now(), now(),
        CASE WHEN n % 10 = 0 THEN ARRAY['pool-a'] ELSE '{}' END
      FROM generate_series(1, ${many}::int) AS n RETURNING id, model, serial, firmware, tags
    )
    INSERT INTO drive_state (drive_id, verdict_rank, verdict_since, model, serial, firmware, tags)
    SELECT id, 7, now(), model, serial, firmware, tags FROM made`;
}, 60_000);
afterAll(() => test.close());

const matches = (models: string[]) => ({ kind: "matches" as const, filter: { models } });
const ask = (context: ServiceContext, selection: unknown, request: unknown, shown?: string) =>
  requestBulk(context, requestBulkInput.parse({ selection, request, shown }));

/** All pages of a preview. */
async function previewed(context: ServiceContext, selection: unknown, request: unknown) {
  const drives = [];
  let cursor: string | undefined;
  let shown: string | undefined;
  let pages = 0;
  do {
    const page = await previewBulk(context, previewBulkInput.parse({ selection, request, cursor }));
    drives.push(...page.drives);
    cursor = page.nextCursor;
    shown = page.shown;
    pages += 1;
  } while (cursor !== undefined);
  return { drives, pages, shown };
}

describe(`a bulk action on ${many} drives`, () => {
  const tag = { kind: "tag", add: ["pool-a"] };

  it("is previewed in bounded pages, each drive with what it will do and why not", async () => {
    const { drives, pages } = await previewed(contextOf(test.db, "operator"), matches(["Many"]), tag);
    expect(pages).toBe(many / 500);
    expect(drives.map(({ serial }) => serial).toSorted()).toEqual(drives.map(({ serial }) => serial));
    expect(Object.groupBy(drives, ({ will, text }) => `${will} ${text}`)).toMatchObject({
      "true Add tag pool-a": expect.objectContaining({ length: many * 0.9 }),
      "false Nothing to change.": expect.objectContaining({ length: many * 0.1 }),
    });
  });

  it("is carried out batch by batch, goes on where it was cut off, and reports each drive", async () => {
    const asked = await ask(contextOf(test.db, "operator"), matches(["Many"]), tag);
    expect(asked.drives).toBe(many);
    // What comes to match later is none of them.
    const late = await addDrive(test.db, (await addHost(test.db)).id, { model: "Many", serial: "later" });
    expect(await workBulk(worker, { drives: 1_000 })).toBe(1_000);
    const half = await getBulk(contextOf(test.db, "viewer"), asked);
    expect(half).toMatchObject({ title: "Add tag pool-a", total: many, processed: 1_000, done: 900, refused: 100 });
    expect(half.finishedAt).toBeUndefined();
    // Two workers share the rest: no drive is done twice.
    await Promise.all([workBulk(worker, { drives: many }), workBulk(worker, { drives: many })]);
    while ((await workBulk(worker)) > 0);
    const whole = await getBulk(contextOf(test.db, "viewer"), asked);
    expect(whole).toMatchObject({ processed: many, done: many * 0.9, refused: many * 0.1, failed: 0, finishedAt: now });
    expect(whole.outcomes).toEqual([
      { outcome: "done", reason: "Add tag pool-a", count: many * 0.9 },
      { outcome: "refused", reason: "Nothing to change.", count: many * 0.1 },
    ]);
    expect(await test.db.drive.count({ where: { model: "Many", tags: { has: "pool-a" } } })).toBe(many);
    expect(await test.db.driveState.count({ where: { tags: { has: "pool-a" } } })).toBe(many);
    expect((await test.db.drive.findUniqueOrThrow({ where: { id: late.id } })).tags).toEqual([]);
    const audited = await test.db.auditEntry.groupBy({ by: ["action", "actorId"], _count: true });
    expect(audited).toEqual(
      expect.arrayContaining([
        { action: "bulk.request", actorId: "operator", _count: 1 },
        { action: "drive.tag", actorId: "operator", _count: many * 0.9 },
      ]),
    );
    const refused = { bulkActionId: asked.bulkActionId, outcome: "refused" };
    const page = await listBulkDrives(contextOf(test.db, "viewer"), listBulkDrivesInput.parse(refused));
    expect(page.drives.slice(0, 2).map(({ serial, reason }) => [serial, reason])).toEqual([
      ["M00010", "Nothing to change."],
      ["M00020", "Nothing to change."],
    ]);
    const next = { ...refused, cursor: page.nextCursor };
    const after = await listBulkDrives(contextOf(test.db, "viewer"), listBulkDrivesInput.parse(next));
    expect(after.drives[0]?.serial).toBe("M01010");
    expect((await listBulk(contextOf(test.db, "viewer")))[0]).toMatchObject({
      id: asked.bulkActionId,
      stoppable: false,
    });
  }, 120_000);

  it("is stopped by a person: what waits is left alone", async () => {
    const asked = await ask(contextOf(test.db, "operator"), matches(["Many"]), { kind: "tag", add: ["pool-b"] });
    await workBulk(worker, { drives: 500 });
    await expect(stopBulk(contextOf(test.db, "viewer"), asked)).rejects.toMatchObject({ code: "forbidden" });
    expect(await stopBulk(contextOf(test.db, "admin"), asked)).toEqual({ left: many + 1 - 500 });
    expect(await workBulk(worker)).toBe(0);
    expect(await getBulk(contextOf(test.db, "viewer"), asked)).toMatchObject({
      processed: 500,
      done: 500,
      stopped: { by: "admin@example.net" },
    });
    await expect(stopBulk(contextOf(test.db, "admin"), asked)).rejects.toMatchObject({ code: "conflict" });
    expect(await test.db.drive.count({ where: { tags: { has: "pool-b" } } })).toBe(500);
  });

  it("ends where whoever asked for it may no longer, or is gone", async () => {
    const asked = await ask(contextOf(test.db, "operator"), matches(["Many"]), { kind: "tag", add: ["pool-c"] });
    await workBulk(worker, { drives: 250 });
    await test.db.user.update({ where: { id: "operator" }, data: { role: "viewer" } });
    while ((await workBulk(worker)) > 0);
    const { outcomes, ...report } = await getBulk(contextOf(test.db, "viewer"), asked);
    expect(report).toMatchObject({ done: 250, refused: many + 1 - 250, finishedAt: now });
    expect(outcomes).toContainEqual({
      outcome: "refused",
      reason: "This needs the right fleet.organize.",
      count: many + 1 - 250,
    });
    await test.db.user.update({ where: { id: "operator" }, data: { role: "operator" } });
  });
});

describe("retiring many drives", () => {
  it("changes those that are not retired, and says why of the others", async () => {
    const host = await addHost(test.db);
    const model = "OLD ONES";
    const drives = [];
    for (const serial of ["R1", "R2"]) drives.push(await addDrive(test.db, host.id, { model, serial }));
    const [first, second] = drives.map(({ id }) => id);
    const selection = { kind: "drives", driveIds: [first, second] };
    const retire = { kind: "lifecycle", lifecycle: "retired", note: "shelf is sold" };
    const one = await ask(contextOf(test.db, "operator"), { ...selection, driveIds: [first] }, retire);
    await workBulk(worker);
    expect(await getBulk(contextOf(test.db, "viewer"), one)).toMatchObject({ title: "Retire", done: 1 });
    const { drives: judged } = await previewed(contextOf(test.db, "operator"), selection, retire);
    expect(judged.map(({ will, text }) => [will, text])).toEqual([
      [false, "It is so already."],
      [true, "Retire"],
    ]);
    const both = await ask(contextOf(test.db, "operator"), selection, retire);
    await workBulk(worker);
    expect((await getBulk(contextOf(test.db, "viewer"), both)).outcomes).toEqual([
      { outcome: "done", reason: "Retire", count: 1 },
      { outcome: "refused", reason: "It is so already.", count: 1 },
    ]);
    expect(await test.db.drive.count({ where: { model, lifecycle: "retired" } })).toBe(2);
    expect(await test.db.auditEntry.count({ where: { action: "drive.changeLifecycle", actorId: "operator" } })).toBe(2);
  });
});

describe("a power limit on many drives", () => {
  it("does to each what its preview said: sent, or refused and why", async () => {
    const host = await addHost(test.db, { policy: allowing([], {}) });
    const denying = { ...allowing([], {}), deny: ["power" as const] };
    const strict = await addHost(test.db, { policy: denying as never });
    const model = "SAMSUNG TEST";
    const controller = { powerStates: states, currentPowerState: 0 };
    const good = await addDrive(test.db, host.id, { model, serial: "P1", controller });
    await addDrive(test.db, host.id, { model, serial: "P2", controller: { powerStates: states.slice(0, 1) } });
    await addDrive(test.db, strict.id, { model, serial: "P3", controller });
    const gone = await addDrive(test.db, host.id, { model, serial: "P4", controller });
    const expected = [
      ["P1", true, "Power state 1 (10\u2009W)"],
      ["P2", false, "It can't be limited below 25\u2009W."],
      ["P3", false, `The policy of ${strict.hostname} denies power.`],
      ["P4", true, "Power state 1 (10\u2009W)"],
    ];
    const { drives } = await previewed(contextOf(test.db, "operator"), matches([model]), power);
    expect(drives.map(({ serial, will, text }) => [serial, will, text])).toEqual(expected);
    expect(await test.db.command.count(), "a preview asks nothing of anybody").toBe(0);

    const asked = await ask(contextOf(test.db, "operator"), matches([model]), power);
    await test.db.drive.delete({ where: { id: gone.id } });
    await workBulk(worker);
    const { drives: over } = await listBulkDrives(contextOf(test.db, "viewer"), listBulkDrivesInput.parse(asked));
    expect(over.map(({ serial, outcome, reason }) => [serial, outcome, reason])).toEqual([
      ["P1", "done", "Sent to its host: Power state 1 (10\u2009W)"],
      ["P2", "refused", expected[1]?.[2]],
      ["P3", "refused", expected[2]?.[2]],
      ["P4", "refused", "It was removed from Crosspoint."],
    ]);
    const commands = await test.db.command.findMany({ select: { driveId: true, payload: true, requestedById: true } });
    expect(commands).toMatchObject([
      { driveId: good.id, requestedById: "operator", payload: { action: { kind: "setPowerState", powerState: 1 } } },
    ]);
    const again = await previewed(contextOf(test.db, "operator"), { kind: "drives", driveIds: [good.id] }, power);
    expect(again.drives).toMatchObject([{ will: false, text: "Another command to the drive is not over yet." }]);
  });

  it("passes over a drive that fails for an unforeseen reason, and goes on", async () => {
    const host = await addHost(test.db, { policy: allowing([], {}) });
    const model = "SAMSUNG POISON";
    const controller = { powerStates: states, currentPowerState: 0 };
    const poison = await addDrive(test.db, host.id, { model, serial: "Q1", controller });
    await addDrive(test.db, host.id, { model, serial: "Q2", controller });
    const asked = await ask(contextOf(test.db, "operator"), matches([model]), power);
    // Not JSON of namespaces any more: its reader throws.
    await test.db.drive.update({ where: { id: poison.id }, data: { namespaces: "poison" } });
    await workBulk(worker);
    const { drives } = await listBulkDrives(contextOf(test.db, "viewer"), listBulkDrivesInput.parse(asked));
    expect(drives.map(({ serial, outcome }) => [serial, outcome])).toEqual([
      ["Q1", "failed"],
      ["Q2", "done"],
    ]);
  });
});

/** A worker before, or after, whose n-th transaction something happens. */
function interrupted(more: {
  readonly before?: (turn: number) => Promise<void>;
  readonly after?: (turn: number, tx: Transaction) => Promise<void>;
}): ServiceContext {
  let turns = 0;
  const transaction = async (work: (tx: unknown) => Promise<unknown>, options: object) => {
    turns += 1;
    const turn = turns;
    await more.before?.(turn);
    return test.db.$transaction(async (tx) => {
      const result = await work(tx);
      await more.after?.(turn, tx);
      return result;
    }, options);
  };
  const db = new Proxy(test.db, {
    get: (target, key) => (key === "$transaction" ? transaction : Reflect.get(target, key, target)),
  });
  return { ...worker, db };
}

describe("a bulk action that fails", () => {
  const outcomes = async (asked: { readonly bulkActionId: string }) => {
    const { drives } = await listBulkDrives(contextOf(test.db, "viewer"), listBulkDrivesInput.parse(asked));
    return drives.map(({ serial, outcome }) => [serial, outcome]);
  };

  it("is no reason to pass over a drive of another, while a second worker has the first", async () => {
    const host = await addHost(test.db, { policy: allowing([], {}) });
    const controller = { powerStates: states, currentPowerState: 0 };
    const poison = await addDrive(test.db, host.id, { model: "Poisoned", serial: "T1", controller });
    await addDrive(test.db, host.id, { model: "Poisoned", serial: "T2", controller });
    await addDrive(test.db, host.id, { model: "Sound", serial: "T3" });
    const operator = contextOf(test.db, "operator");
    const failing = await ask(operator, matches(["Poisoned"]), power);
    const later = { ...operator, now: new Date(now.getTime() + 1) };
    const sound = await ask(later, matches(["Sound"]), { kind: "tag", add: ["sound"] });
    await test.db.drive.update({ where: { id: poison.id }, data: { namespaces: "poison" } });
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let holding: Promise<void> | undefined;
    // It fails twice, and somebody else has it when it is to be noted.
    const before = async (turn: number) => {
      if (turn !== 3) return;
      holding = test.db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM bulk_action WHERE id = ${failing.bulkActionId}::uuid FOR UPDATE`;
        isHeld.resolve();
        await release.promise;
      });
      await isHeld.promise;
    };
    await workBulk(interrupted({ before }));
    release.resolve();
    await holding;
    expect(holding).toBeDefined();
    expect(await outcomes(sound)).toEqual([["T3", "done"]]);
    await workBulk(worker);
    expect(await outcomes(failing)).toEqual([
      ["T1", "failed"],
      ["T2", "done"],
    ]);
  });

  it("because the database cannot do it at the moment blames no drive for it", async () => {
    const host = await addHost(test.db);
    await addDrive(test.db, host.id, { model: "Slow", serial: "U1" });
    const asked = await ask(contextOf(test.db, "operator"), matches(["Slow"]), { kind: "tag", add: ["slow"] });
    const after = async (turn: number) => {
      if (turn > 2) return;
      throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
    };
    await workBulk(interrupted({ after })).catch(() => {});
    await workBulk(worker);
    expect(await outcomes(asked)).toEqual([["U1", "done"]]);
  });

  /** The worker, some time later. */
  const after = (ms: number, from = worker): ServiceContext => ({ ...from, now: new Date(now.getTime() + ms) });
  const outOfTime = () => Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  /** Its database does nothing in time that is about one of these drives. */
  const slowFor = (serials: readonly string[]) =>
    interrupted({
      after: async (_, tx) => {
        const over = await tx.bulkActionDrive.findMany({ where: { serial: { in: [...serials] }, outcome: "done" } });
        if (over.length > 0) throw outOfTime();
      },
    });
  const ask3 = async (model: string) => {
    const host = await addHost(test.db);
    for (const serial of [1, 2, 3]) await addDrive(test.db, host.id, { model, serial: `${model}${serial}` });
    return ask(contextOf(test.db, "operator"), matches([model]), { kind: "tag", add: ["timed"] });
  };

  it("for one drive again and again tries it alone, passes it over, and reports it", async () => {
    const asked = await ask3("V");
    let turns = 0;
    for (let second = 0; second < 3_600; second += 5) {
      if ((await getBulk(contextOf(test.db, "viewer"), asked)).finishedAt !== undefined) break;
      turns += 1;
      await workBulk(after(second * 1000, slowFor(["V2"]))).catch(() => {});
    }
    const { drives } = await listBulkDrives(contextOf(test.db, "viewer"), listBulkDrivesInput.parse(asked));
    const timedOut = "The database did not finish this in time, 5 times. Nothing was changed.";
    expect(drives.map(({ serial, outcome, reason }) => [serial, outcome, reason])).toEqual([
      ["V1", "done", "Add tag timed"],
      ["V2", "failed", timedOut],
      ["V3", "done", "Add tag timed"],
    ]);
    expect(await test.db.drive.count({ where: { model: "V", tags: { has: "timed" } } })).toBe(2);
    // Three, two and one together, then V1 alone; V2 with V3, then alone five times, after 5, 10, 20 and 40 seconds.
    expect(turns).toBeLessThan(40);
  });

  it("is noted also where somebody has it just then, so that fewer are tried next", async () => {
    const asked = await ask3("Z");
    let holding: Promise<void> | undefined;
    const before = async (turn: number) => {
      if (turn !== 2) return;
      const isHeld = Promise.withResolvers<void>();
      holding = test.db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM bulk_action WHERE id = ${asked.bulkActionId}::uuid FOR UPDATE`;
        isHeld.resolve();
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await isHeld.promise;
    };
    const once = async (turn: number) => {
      if (turn === 1) throw outOfTime();
    };
    await workBulk(interrupted({ before, after: once })).catch(() => {});
    await holding;
    const noted = await test.db.bulkAction.findUniqueOrThrow({ where: { id: asked.bulkActionId } });
    expect(noted).toMatchObject({ batchLimit: 2, stalledSince: now });
    await workBulk(after(60_000));
    expect(await outcomes(asked)).toEqual([
      ["Z1", "done"],
      ["Z2", "done"],
      ["Z3", "done"],
    ]);
  });

  it("for every drive is given up after an hour, and holds up no other action meanwhile", async () => {
    const asked = await ask3("W");
    await workBulk(after(0, slowFor(["W1", "W2", "W3"]))).catch(() => {});
    const host = await addHost(test.db);
    await addDrive(test.db, host.id, { model: "Other", serial: "X1" });
    const other = await ask(contextOf(test.db, "operator"), matches(["Other"]), { kind: "tag", add: ["other"] });
    await workBulk(after(1, slowFor(["W1", "W2", "W3"])));
    expect(await outcomes(other)).toEqual([["X1", "done"]]);
    expect(await getBulk(contextOf(test.db, "viewer"), asked)).toMatchObject({ processed: 0 });
    // Two tries for three and for two drives, five for each alone: the last one is given up before its own.
    const everyMs = 294_000;
    for (let turn = 1; turn <= 13; turn += 1) {
      await workBulk(after(turn * everyMs, slowFor(["W1", "W2", "W3"]))).catch(() => {});
    }
    const { outcomes: counted, ...report } = await getBulk(contextOf(test.db, "viewer"), asked);
    expect(report).toMatchObject({ processed: 3, done: 0, failed: 3 });
    expect(report.finishedAt).toEqual(new Date(now.getTime() + 13 * everyMs));
    expect(counted.map(({ outcome, count }) => [outcome, count])).toEqual(
      expect.arrayContaining([
        ["failed", 2],
        ["failed", 1],
      ]),
    );
  });

  it("is not given up for the time in which nobody tried", async () => {
    const asked = await ask3("Y");
    await workBulk(after(0, slowFor(["Y1", "Y2", "Y3"]))).catch(() => {});
    await workBulk(after(4_200_000, slowFor(["Y1", "Y2", "Y3"]))).catch(() => {});
    expect(await getBulk(contextOf(test.db, "viewer"), asked)).toMatchObject({ processed: 0, finishedAt: undefined });
    await workBulk(after(4_300_000, slowFor([])));
    expect(await getBulk(contextOf(test.db, "viewer"), asked)).toMatchObject({ processed: 3, done: 3 });
  });
});

describe("a bulk action", () => {
  it("is of the drives that its preview has shown, or of none", async () => {
    const host = await addHost(test.db);
    const add = (serial: string) => addDrive(test.db, host.id, { model: "Few", serial });
    const first = await add("F1");
    await add("F2");
    const tag = { kind: "tag", add: ["shown"] };
    const operator = contextOf(test.db, "operator");
    const { shown } = await previewed(operator, matches(["Few"]), tag);
    // As many as before, and another one among them.
    await test.db.drive.update({ where: { id: first.id }, data: { lifecycle: "retired" } });
    await test.db.driveState.update({ where: { driveId: first.id }, data: { lifecycle: "retired" } });
    await add("F3");
    const before = await test.db.bulkAction.count();
    await expect(ask(operator, matches(["Few"]), tag, shown)).rejects.toMatchObject({ code: "conflict" });
    expect(await test.db.bulkAction.count()).toBe(before);
    for (const model of ["Few", "Many"]) {
      const preview = await previewed(operator, matches([model]), tag);
      const asked = await ask(operator, matches([model]), tag, preview.shown);
      expect(asked.drives).toBe(preview.drives.length);
      await stopBulk(operator, asked);
    }
  });

  it("that waits in a backup is not taken up again after a restore", async () => {
    const asked = await ask(contextOf(test.db, "operator"), matches(["Many"]), { kind: "tag", add: ["restored"] });
    await settleRestored(worker, now.toISOString());
    expect(await workBulk(worker)).toBe(0);
    const report = await getBulk(contextOf(test.db, "viewer"), asked);
    expect(report).toMatchObject({ processed: 0, stopped: { by: "the restore" }, outcomes: [{ outcome: "stopped" }] });
  });

  it.each([
    ["whoever has not its right", "viewer", matches(["Many"]), power, "forbidden"],
    ["a selection without a drive", "operator", matches(["none"]), power, "conflict"],
  ] as const)("is refused for %s, and nothing is kept", async (_, role, selection, request, code) => {
    const before = await test.db.bulkAction.count();
    await expect(ask(contextOf(test.db, role), structuredClone(selection), request)).rejects.toMatchObject({ code });
    expect(await test.db.bulkAction.count()).toBe(before);
  });

  it.each([
    { kind: "tag", add: [], remove: [] },
    { kind: "tag", add: ["a"], remove: ["a"] },
    { kind: "limitPower", maxMilliwatts: 1 },
    { kind: "format" },
  ])("is none that makes no sense: %j", (request) => {
    expect(requestBulkInput.safeParse({ selection: matches(["Many"]), request }).success).toBe(false);
  });
});
