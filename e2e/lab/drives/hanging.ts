import type { AgentEvent } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GatewayDouble } from "../gateway-double.ts";
import { controllerOf } from "../second-opinion.ts";
import { urlInGuest, type VirtualHost } from "../virtual-host.ts";

const HANGS = "HANGS";
const STALLS = "STALLS";
const WELL = "WELL";
/** The agent samples each second; what the emulation of a busy machine may add is less than the 5 s of a look that hangs. */
const LONGEST_GAP_MS = 4_000;
/** The agent's limit for a call of nvme-cli. */
const CALL_LIMIT_SECONDS = 10;
const START_LIMIT_MS = 90_000;
export const HANGING_DRIVES = [HANGS, STALLS, WELL].map((serial) => ({ serial, sizeBytes: 64 << 20 }));

/** The agent beside a drive that hangs. It is stopped at the end; the drive answers again. */
export function hangingTests(lab: () => VirtualHost): void {
  describe("a drive that hangs", () => {
    let gateway: GatewayDouble;
    let agent: { pid: number };

    beforeAll(async () => {
      gateway = await GatewayDouble.start();
      const server = `--server ${urlInGuest(gateway.url)} --allow-plain-http --token cpe_lab`;
      agent = await lab().startService("agent", `crosspoint-agent run ${server} --sample-interval 1s`);
      for (const serial of [HANGS, STALLS, WELL]) {
        await gateway.until(`a sample of ${serial}`, () => samplesOf(serial).length > 1);
      }
    }, START_LIMIT_MS);

    afterAll(async () => {
      await lab().exec(`kill ${agent.pid}`);
      await gateway.close();
    });

    const isOf = (serial: string) => (event: { drive: { serial: string } }) => event.drive.serial === serial;
    const samplesOf = (serial: string) => gateway.eventsOf("smart").filter(isOf(serial));
    const problemsOf = (serial: string) => gateway.eventsOf("driveProblem").filter(isOf(serial));
    const seen = (serial: string) =>
      gateway
        .eventsOf("inventory")
        .at(-1)
        ?.drives.find(({ identity }) => identity.serial === serial);
    const guestNow = async () => Number(await lab().output("date +%s")) * 1000;

    it("is not responding since then, and the others keep their rhythm; it is well again when it answers", async () => {
      const controller = await controllerOf(lab(), HANGS);
      const begin = await guestNow();
      await lab().output(deafen(controller));
      const waited = () =>
        problemsOf(HANGS).map(({ problem }) => Number(/no answer for (\d+) s/.exec(problem.detail)?.[1]));
      await gateway.until("word that it does not answer, again", () =>
        waited().some((seconds) => seconds > CALL_LIMIT_SECONDS + 3),
      );
      expect(new Set(problemsOf(HANGS).map(({ problem }) => problem.kind))).toEqual(new Set(["notResponding"]));
      await gateway.until("the inventory with its problem", () => seen(HANGS)?.problem?.kind === "notResponding");
      expect(seen(STALLS)?.problem).toBeUndefined();
      // Not even SIGKILL ends a call that hangs in the kernel: there is one, and no other is begun.
      const calls = await lab().output(`ps -o stat,args | grep '^D.*nvme.*/dev/${controller}\\( \\|$\\)' | wc -l`);
      expect(Number(calls)).toBe(1);
      const end = await guestNow();
      expect(samplesOf(HANGS).filter(({ timeMs }) => timeMs > begin + 2_000 && timeMs < end)).toEqual([]);
      for (const serial of [STALLS, WELL]) expectRhythm(samplesOf(serial), begin, end);

      await lab().output(hearAgain(controller));
      await gateway.until("a sample of it", () => samplesOf(HANGS).some(({ timeMs }) => timeMs > end));
      await gateway.until("the inventory without its problem", () => seen(HANGS)?.problem === undefined);
    });

    it("in its reads alone: what is on it cannot be found out, which is said, and it is sampled like the others", async () => {
      const block = `${await controllerOf(lab(), STALLS)}n1`;
      const inUse = () => seen(STALLS)?.namespaces[0]?.inUse;
      expect(inUse()).toEqual([]);
      await lab().setIopsLimit(STALLS, 1);
      const begin = await guestNow();
      // As when something wrote there: the agent looks again, which takes some forty reads.
      await lab().output(`echo 3 > /proc/sys/vm/drop_caches; echo change > /sys/class/block/${block}/uevent`);
      expect((await gateway.carryOut({ kind: "collectNow", id: crypto.randomUUID() })).outcome).toBe("succeeded");
      const unknown = "could not determine what it contains: the drive does not answer";
      await gateway.until("word that its content is not known", () => inUse()?.includes(unknown));
      const end = await guestNow();
      for (const serial of [HANGS, STALLS, WELL]) expectRhythm(samplesOf(serial), begin, end);

      await lab().setIopsLimit(STALLS, 0);
      await gateway.until("word that nothing is on it", () => inUse()?.length === 0);
    });
  });
}

/** Takes from a drive the way to this machine's memory: it neither sees commands nor can it answer or interrupt. */
function deafen(controller: string): string {
  return writeCommandRegister(controller, "\\002");
}

/** Gives it back, and has the kernel reset the controller, as it would by itself after a minute. */
function hearAgain(controller: string): string {
  return `${writeCommandRegister(controller, "\\006")}; echo 1 > /sys/class/nvme/${controller}/reset_controller`;
}

/** PCI's Command register (PCI Local Bus Specification 3.0, section 6.2.2): bit 1 is Memory Space, bit 2 Bus Master. */
function writeCommandRegister(controller: string, byte: string): string {
  const register = `/sys/class/nvme/${controller}/device/config`;
  return `printf '${byte}' | dd of=${register} bs=1 seek=4 count=1 conv=notrunc 2>/dev/null`;
}

function expectRhythm(samples: readonly AgentEvent[], begin: number, end: number): void {
  const times = samples.map(({ timeMs }) => timeMs).filter((timeMs) => timeMs >= begin - 1_000 && timeMs <= end);
  const gaps = times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? 0));
  expect(times.length).toBeGreaterThan((end - begin) / LONGEST_GAP_MS);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(LONGEST_GAP_MS);
}
