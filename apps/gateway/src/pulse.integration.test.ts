import type { ServiceContext } from "@crosspoint/services";
import { getDrive } from "@crosspoint/services/drive/get";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { getFleet } from "@crosspoint/services/fleet/get";
import { gatewayWarning, touchGateway } from "@crosspoint/services/health/gateway-pulse";
import { watchSilence } from "@crosspoint/services/health/watch-silence";
import { getHost } from "@crosspoint/services/host/get";
import { listHosts, listHostsInput } from "@crosspoint/services/host/list";
import { listTargets } from "@crosspoint/services/run/list-targets";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inventory, observation, optane, smart } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
const t0 = new Date("2026-11-21T12:00:00Z").getTime();
const second = 1_000;
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
/** The pulse stands by the clock of the database, which goes on by itself: what is said of it becomes so much older. */
async function passesWithoutGateway(ms: number): Promise<void> {
  gateway.clock.now = new Date(gateway.clock.now.getTime() + ms);
  await gateway.db.$executeRaw`
    UPDATE gateway_pulse SET last_at = last_at - span.of, resumed_at = resumed_at - span.of, paused_at = paused_at - span.of
    FROM (SELECT ${ms}::int * interval '1 millisecond' AS of) AS span`;
}
/** A gateway runs all the time. */
async function passes(ms: number): Promise<void> {
  await passesWithoutGateway(ms);
  await gateway.db.$executeRaw`UPDATE gateway_pulse SET last_at = clock_timestamp()`;
}
const list = async () => {
  const { drives } = await listDrives(context(), listDrivesInput.parse({}));
  return drives.map(({ serial, verdict }) => `${serial} ${verdict}`);
};
const silentHosts = async () => {
  const { silentHosts, reachability } = await getFleet(context());
  return { silent: silentHosts.map(({ hostname }) => hostname), reachability };
};
const reachable = (...silent: string[]) => ({ silent, reachability: { kind: "reachable" } });

describe("while no gateway runs", () => {
  it("no host falls silent, and after it only one that does not come back", async () => {
    const other = await gateway.enroll("storage-02");
    await agent.report(inventory(t0, [observation(optane)]), smart(t0, optane));
    await other.report();
    const stoppedAt = gateway.clock.now;
    await passesWithoutGateway(25 * second);
    expect(await gatewayWarning(context())).toBeUndefined();
    expect(await silentHosts()).toEqual(reachable());
    await passesWithoutGateway(6 * second);
    expect(await gatewayWarning(context())).toBe("no host can report: the gateway is not running");

    await passesWithoutGateway(10 * minute);
    expect(await watchSilence(context())).toBe(0);
    const { silent, reachability } = await silentHosts();
    expect({ silent, kind: reachability.kind }).toEqual({ silent: [], kind: "away" });
    const since = reachability.kind === "away" ? reachability.since?.getTime() : undefined;
    expect(Math.abs((since ?? 0) - stoppedAt.getTime())).toBeLessThan(5 * second);
    expect(await list()).toEqual([`${optane.serial} good`]);

    await touchGateway(context());
    expect(await gatewayWarning(context())).toBeUndefined();
    expect(await watchSilence(context())).toBe(0);
    await passes(70 * second);
    await agent.report();
    expect(await watchSilence(context())).toBe(0);
    await passes(6 * second);
    expect(await watchSilence(context())).toBe(1);
    expect(await silentHosts()).toEqual(reachable("storage-02"));
    expect(await list()).toEqual([`${optane.serial} good`]);
  });

  it("a host that was silent before stays so, and is heard of as soon as it reports", async () => {
    await passes(3 * minute + 1);
    expect(await watchSilence(context())).toBe(1);
    await passesWithoutGateway(5 * minute);
    expect(await watchSilence(context())).toBe(0);
    await touchGateway(context());
    await agent.report();
    expect(await watchSilence(context())).toBe(1);
    expect(await silentHosts()).toEqual({ silent: [], reachability: { kind: "returning" } });
  });

  it("no page, launch or drive takes a host for silent, nor when it is just back", async () => {
    const other = await gateway.enroll("storage-02");
    await agent.report(inventory(t0, [observation(optane)]), smart(t0, optane));
    const { id: driveId } = await gateway.db.drive.findFirstOrThrow();
    const said = async () => {
      const host = await getHost(context(), { hostId: agent.hostId });
      const { hosts } = await listHosts(context(), listHostsInput.parse({ search: "storage-01" }));
      const { place } = await getDrive(context(), { driveId });
      const { targets } = await listTargets(context(), {});
      return [host.word.kind, hosts[0]?.word.kind, place?.hostWord.kind, targets[0]?.unavailable];
    };
    const heard = ["heard", "heard", "heard", undefined];
    expect(await said()).toEqual(heard);
    await passesWithoutGateway(10 * minute);
    expect(await said()).toEqual(heard);
    await touchGateway(context());
    expect(await said()).toEqual(heard);
    // The other host is back first, and sees the drive that the first one holds.
    await other.report(inventory(gateway.clock.now.getTime(), [observation(optane)]));
    expect((await getDrive(context(), { driveId })).place?.hostname).toBe("storage-01");
    await passes(80 * second);
    expect((await said()).slice(0, 3)).toEqual(["silent", "silent", "silent"]);
    expect((await said())[3]).toContain("has not reported for");
  });

  it("a gap of thirty seconds is none, and one of several gateways is enough", async () => {
    for (const ms of [25 * second, 20 * second, 10 * second, 25 * second, 25 * second, 25 * second, 31 * second]) {
      expect(await watchSilence(context())).toBe(0);
      await passesWithoutGateway(ms);
      if (ms < 30 * second) await touchGateway(context());
    }
    expect(await gateway.db.gatewayPulse.findMany()).toMatchObject([{ id: 1, resumedAt: null }]);
    await touchGateway(context());
    expect(await gateway.db.gatewayPulse.findMany()).toMatchObject([
      { id: 1, resumedAt: expect.any(Date), pausedAt: expect.any(Date) },
    ]);
  });
});
