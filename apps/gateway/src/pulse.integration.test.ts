import type { ServiceContext } from "@crosspoint/services";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { getFleet } from "@crosspoint/services/fleet/get";
import { gatewayWarning, touchGateway } from "@crosspoint/services/health/gateway-pulse";
import { watchSilence } from "@crosspoint/services/health/watch-silence";
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
function passesWithoutGateway(ms: number): void {
  gateway.clock.now = new Date(gateway.clock.now.getTime() + ms);
}
/** A gateway runs all the time. */
async function passes(ms: number): Promise<void> {
  passesWithoutGateway(ms);
  await gateway.db.gatewayPulse.updateMany({ data: { lastAt: gateway.clock.now } });
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
    passesWithoutGateway(30 * second);
    expect(await gatewayWarning(context())).toBeUndefined();
    expect(await silentHosts()).toEqual(reachable());
    passesWithoutGateway(1);
    expect(await gatewayWarning(context())).toBe("no host can report: the gateway is not running");

    passesWithoutGateway(10 * minute);
    expect(await watchSilence(context())).toBe(0);
    expect(await silentHosts()).toEqual({ silent: [], reachability: { kind: "away", since: stoppedAt } });
    expect(await list()).toEqual([`${optane.serial} good`]);

    await touchGateway(context());
    expect(await gatewayWarning(context())).toBeUndefined();
    expect(await watchSilence(context())).toBe(0);
    await passes(75 * second - 1);
    await agent.report();
    expect(await watchSilence(context())).toBe(0);
    await passes(1);
    expect(await watchSilence(context())).toBe(1);
    expect(await silentHosts()).toEqual(reachable("storage-02"));
    expect(await list()).toEqual([`${optane.serial} good`]);
  });

  it("a host that was silent before stays so, and is heard of as soon as it reports", async () => {
    await passes(3 * minute + 1);
    expect(await watchSilence(context())).toBe(1);
    passesWithoutGateway(5 * minute);
    expect(await watchSilence(context())).toBe(0);
    await touchGateway(context());
    await agent.report();
    expect(await watchSilence(context())).toBe(1);
    expect(await silentHosts()).toEqual({ silent: [], reachability: { kind: "returning" } });
  });

  it("a gap of thirty seconds is none, and one of several gateways is enough", async () => {
    for (const ms of [30 * second, 20 * second, 10 * second, 30 * second, 30 * second, 30 * second, 30 * second + 1]) {
      expect(await watchSilence(context())).toBe(0);
      passesWithoutGateway(ms);
      if (ms <= 30 * second) await touchGateway(context());
    }
    expect(await gateway.db.gatewayPulse.findMany()).toMatchObject([{ id: 1, resumedAt: null }]);
    await touchGateway(context());
    expect(await gateway.db.gatewayPulse.findMany()).toMatchObject([{ id: 1, resumedAt: gateway.clock.now }]);
  });
});
