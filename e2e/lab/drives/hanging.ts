import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GatewayDouble } from "../gateway-double.ts";
import { controllerOf } from "../second-opinion.ts";
import { urlInGuest, type VirtualHost } from "../virtual-host.ts";
import { longestGapMs, type Span } from "./rhythm.ts";

const HANGS = "HANGS";
const STALLS = "STALLS";
const WELL = "WELL";
/** The agent's limit for a call of nvme-cli: whoever waited for one that hangs would take no sample for so long, whatever the machine does. */
const CALL_LIMIT_SECONDS = 10;
/** The same of a look at what is on a drive, which comes on top of what reading everything takes on this machine. */
const LOOK_LIMIT_MS = 5_000;
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
    /** Of one of these drives, once all have been sampled again. */
    const longestGapOf = async (serials: readonly string[], span: Span) => {
      const timesOf = (serial: string) => samplesOf(serial).map(({ timeMs }) => timeMs);
      for (const serial of serials)
        await gateway.until(`a sample of ${serial}`, () => timesOf(serial).some((timeMs) => timeMs >= span.end));
      return Math.max(...serials.map((serial) => longestGapMs(timesOf(serial), span)));
    };
    const readEverything = async () =>
      expect((await gateway.carryOut({ kind: "collectNow", id: crypto.randomUUID() })).outcome).toBe("succeeded");
    /** At the end of the guest's second: what was sampled until now is not later. */
    const guestNow = async () => (Number(await lab().output("date +%s")) + 1) * 1000;

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
      expect(samplesOf(HANGS).filter(({ timeMs }) => timeMs > begin + 1_000 && timeMs < end)).toEqual([]);

      await lab().output(hearAgain(controller));
      await gateway.until("a sample of it", () => samplesOf(HANGS).some(({ timeMs }) => timeMs >= end));
      expect(await longestGapOf([STALLS, WELL], { begin, end })).toBeLessThan(CALL_LIMIT_SECONDS * 1_000);
      await gateway.until("the inventory without its problem", () => seen(HANGS)?.problem === undefined);
    });

    it("in its reads alone: what is on it cannot be found out, which is said, and it is sampled like the others", async () => {
      const block = `${await controllerOf(lab(), STALLS)}n1`;
      const inUse = () => seen(STALLS)?.namespaces[0]?.inUse;
      expect(inUse()).toEqual([]);
      const calm = await guestNow();
      await readEverything();
      const whileAllAnswer = await longestGapOf([HANGS, STALLS, WELL], { begin: calm, end: await guestNow() });

      // What all answer to holds nobody up for as long as a call may take, or the comparison below would say nothing.
      expect(whileAllAnswer).toBeLessThan(CALL_LIMIT_SECONDS * 1_000);

      await lab().setIopsLimit(STALLS, 1);
      const begin = await guestNow();
      // As when something wrote there: the agent looks again, which takes some forty reads.
      await lab().output(`echo 3 > /proc/sys/vm/drop_caches; echo change > /sys/class/block/${block}/uevent`);
      await readEverything();
      const unknown = "could not determine what it contains: the drive does not answer";
      await gateway.until("word that its content is not known", () => inUse()?.includes(unknown));
      const end = await guestNow();

      await lab().setIopsLimit(STALLS, 0);
      const whileOneStalls = await longestGapOf([HANGS, STALLS, WELL], { begin, end });
      const said = `${whileOneStalls} ms, and ${whileAllAnswer} ms while all answer`;
      console.log(said);
      expect(whileOneStalls, said).toBeLessThan(Math.max(LOOK_LIMIT_MS, whileAllAnswer + LOOK_LIMIT_MS / 2));
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
