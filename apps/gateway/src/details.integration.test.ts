import type { DriveDetails, DriveIdentity } from "@crosspoint/protocol";
import { getDrive } from "@crosspoint/services/drive/get";
import { getHost } from "@crosspoint/services/host/get";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environment, eventOf, inventory, observation, optane, smart } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let first: TestAgent;
let second: TestAgent;
const t0 = new Date("2026-11-21T10:00:00Z").getTime();
const minute = 60_000;
const hour = 60 * minute;

beforeAll(async () => {
  gateway = await startTestGateway();
  // Later than all that is said: nothing counts as said later than it was heard.
  gateway.clock.now = new Date(t0 + 24 * hour);
  first = await gateway.enroll("storage-01");
  second = await gateway.enroll("storage-02");
});
afterAll(() => gateway.close());

const numbered = (serial: string): DriveIdentity => ({ ...optane, serial });
const detailsOf = (timeMs: number, drive: DriveIdentity, more: Partial<DriveDetails> = {}) =>
  eventOf("driveDetails", timeMs, { drive, details: { ...nothing, ...more } });

/** The drive's page as a person sees it at that time. */
async function pageOf(serial: string, atMs: number) {
  const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial } });
  return getDrive(contextAt(atMs), { driveId: id });
}

const contextAt = (atMs: number) =>
  ({ db: gateway.db, actor: { kind: "system", label: "test" }, now: new Date(atMs) }) as const;

describe("what a drive tells of itself", () => {
  it("is kept, and an older word delivered late does not undo it", async () => {
    const drive = numbered("TELLS");
    await first.report(inventory(t0, [observation(drive)]), detailsOf(t0 + minute, drive, { powerLimit: 2 }));
    const { body } = await first.report(detailsOf(t0, drive, { powerLimit: 1 }));
    expect(body).toMatchObject({ accepted: 1, refused: [] });
    const page = await pageOf("TELLS", t0 + 2 * minute);
    expect(page).toMatchObject({ details: { ...nothing, powerLimit: 2 }, detailsAt: new Date(t0 + minute) });
  });

  it("follows its host's own count where the clock was set back, within one report too", async () => {
    const drive = numbered("SETBACK");
    const told = (timeMs: number, sequence: number) => ({
      ...detailsOf(timeMs, drive, { powerLimit: sequence }),
      sequence,
    });
    await first.report(inventory(t0 + minute, [observation(drive)]), told(t0 + 3 * minute, 21));
    await first.report(told(t0 + 2 * minute, 22));
    expect(await pageOf("SETBACK", t0 + 4 * minute)).toMatchObject({ details: { powerLimit: 22 } });
    await first.report(told(t0 + 4 * minute, 23), told(t0 + 3 * minute, 24), told(t0 + 5 * minute, 20));
    expect(await pageOf("SETBACK", t0 + 5 * minute)).toMatchObject({
      details: { powerLimit: 24 },
      detailsAt: new Date(t0 + 3 * minute),
    });
  });

  it("is refused of a drive that another host has", async () => {
    await first.report(inventory(t0 + minute, [observation(numbered("OWNED"))]));
    const { body } = await second.report(detailsOf(t0 + minute, numbered("OWNED")));
    expect(body.refused[0]?.reason).toContain("is on another host");
  });

  it("is refused of its logs too, and those of a drive of its own are kept", async () => {
    const logs = (serial: string) =>
      eventOf("driveLogs", t0 + minute, {
        drive: numbered(serial),
        logs: { boot: "4f0c2b8e-6d0b-4a53-9a3f-1f6f6b3c2d10", kernel: { resets: 1 }, unread: [] },
      });
    await first.report(inventory(t0 + minute, [observation(numbered("OWN-LOGS"))]));
    const { body } = await second.report(logs("OWN-LOGS"));
    expect(body.refused[0]?.reason).toContain("is on another host");
    expect((await first.report(logs("OWN-LOGS"))).body).toMatchObject({ accepted: 1, refused: [] });
    expect(await gateway.db.driveLogs.findMany()).toMatchObject([{ logs: { kernel: { resets: 1 } } }]);
  });

  it("is counted on in the order in which its logs were read, however late one is delivered", async () => {
    const drive = numbered("LATE-LOGS");
    const logs = (minutes: number, sequence: number, badBlocks: string) => ({
      ...eventOf("driveLogs", t0 + minutes * minute, { drive, logs: { media: { log: "ocp", badBlocks }, unread: [] } }),
      sequence,
    });
    await first.report(inventory(t0, [observation(drive)]), logs(2, 52, "10"));
    await first.report(logs(1, 51, "5"));
    await first.report(logs(4, 54, "13"), logs(3, 53, "12"));
    const { id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    const { toldAt, history } = await gateway.db.driveLogs.findUniqueOrThrow({ where: { driveId } });
    expect(toldAt).toEqual(new Date(t0 + 4 * minute));
    expect(history).toMatchObject({
      stands: { badBlocks: { value: "13" } },
      grown: [{ counter: "badBlocks", by: 3 }],
    });
  });

  it("comes with its slot and queues, and the other controller of its card", async () => {
    const queues = { cpuLists: ["0-1", "2-3"], poll: 0, cpusSharingMost: 2 };
    const card = ["CVF8551400324P0DGN-1", "CVF8551400324P0DGN-2"].map((serial, index) =>
      observation(numbered(serial), { controllerName: `nvme${index}`, slot: "7", queues }),
    );
    await first.report(inventory(t0 + 2 * minute, card));
    // Renewed by another statement than the one that opened it.
    await first.report(inventory(t0 + 3 * minute, card));
    const page = await pageOf("CVF8551400324P0DGN-1", t0 + 3 * minute);
    expect(page.place).toMatchObject({ slot: "7", queues });
    expect(page.siblings).toMatchObject([{ serial: "CVF8551400324P0DGN-2", controllerName: "nvme1" }]);
    expect(page.findings.map(({ rule }) => rule)).toEqual(["sharedQueues"]);
  });
});

describe("what costs a drive performance", () => {
  it("is judged by its host, its link and its last day", async () => {
    const drive = numbered("COSTLY");
    const at = t0 + 5 * hour;
    const link = { linkSpeed: "8.0 GT/s PCIe", linkWidth: 2, maxLinkSpeed: "8.0 GT/s PCIe", maxLinkWidth: 4 };
    const heat = (seconds: number, transitions: number) => ({
      warningTemperatureTimeMinutes: seconds,
      thermalManagement1Transitions: transitions,
      thermalManagement2Transitions: 1,
    });
    await second.report(
      environment(at, { hostname: "storage-02", governor: "powersave" }),
      inventory(at, [observation(drive, link)]),
      smart(at - 3 * hour, drive, { powerCycles: "12", ...heat(10, 4) }),
      smart(at - 2 * hour, drive, { powerCycles: "13", ...heat(10, 4) }),
      smart(at, drive, { powerCycles: "13", ...heat(24, 6) }),
    );
    const { findings } = await pageOf("COSTLY", at);
    expect(findings.map(({ rule }) => rule)).toEqual([
      "thermalThrottling",
      "linkBelowBest",
      "backgroundRefresh",
      "governor",
    ]);
    // 24 - 10 minutes; 7 - 5 transitions. Powered on between 3 h and 2 h ago, refreshing for 3 h: an hour more at most.
    expect(findings[0]?.text).toContain("throttled 2 times and was above");
    expect(findings[2]).toMatchObject({
      text: expect.stringContaining("may have been"),
      remedy: expect.stringContaining("60"),
    });
    const host = await getHost(contextAt(at), { hostId: second.hostId });
    expect(host.findings.map(({ finding, drives }) => [finding.rule, ...drives.map(({ serial }) => serial)])).toEqual([
      ["linkBelowBest", "COSTLY"],
      ["governor", "COSTLY"],
    ]);
    const later = await pageOf("COSTLY", at + 2 * hour);
    expect(later.findings.map(({ rule }) => rule)).not.toContain("backgroundRefresh");
  });
});

describe("two drives with one placeholder serial", () => {
  const placeholder = numbered("0000000000");
  const claim = (agent: TestAgent, atMs: number) =>
    agent.report(inventory(atMs, [observation(placeholder)]), smart(atMs, placeholder));

  it("stay where the first host has them, say so, and take samples of that one alone", async () => {
    const t1 = t0 + 10 * hour;
    await claim(first, t1);
    for (let round = 1; round < 8; round += 2) {
      expect((await claim(second, t1 + round * 9 * minute)).body.refused).toHaveLength(1);
      expect((await claim(first, t1 + (round + 1) * 9 * minute)).body.refused).toEqual([]);
    }
    const page = await pageOf(placeholder.serial, t1 + 64 * minute);
    expect(page.place?.hostname).toBe("storage-01");
    expect(page.sightings).toHaveLength(1);
    expect(page.claims).toMatchObject([{ hostname: "storage-02" }]);
  });

  it("is no matter for a drive that moves and moves back", async () => {
    const drive = numbered("TRAVELS");
    const t1 = t0 + 12 * hour;
    await first.report(inventory(t1, [observation(drive)]));
    await first.report(inventory(t1 + minute, []));
    await second.report(inventory(t1 + 2 * minute, [observation(drive)]));
    await second.report(inventory(t1 + 3 * minute, []));
    await first.report(inventory(t1 + 4 * minute, [observation(drive)]));
    const page = await pageOf("TRAVELS", t1 + 5 * minute);
    expect(page).toMatchObject({ place: { hostname: "storage-01" }, claims: [] });
    // Its host goes down with it, it is put into the other: taken once the first is silent.
    gateway.clock.now = new Date(gateway.clock.now.getTime() + 4 * minute);
    await second.report(inventory(t1 + 30 * minute, [observation(drive)]));
    expect((await pageOf("TRAVELS", t1 + 30 * minute)).place?.hostname).toBe("storage-02");
  });
});

const nothing: DriveDetails = {
  errorLogSize: 64,
  errorLog: [],
  erase: {
    format: true,
    formatAllNamespaces: false,
    eraseAllNamespaces: false,
    formatCryptoErase: false,
    sanitizeCryptoErase: false,
    sanitizeBlockErase: false,
    sanitizeOverwrite: false,
  },
  vendorLogs: [],
  unread: [],
};
