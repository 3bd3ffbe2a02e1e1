import type { AgentEventOf, Command, DriveIdentity, VolumeObservation } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GatewayDouble } from "../gateway-double.ts";
import { type Drive, urlInGuest } from "../virtual-host.ts";
import { bytesOf, type Lab } from "./bench.ts";

type Start = Extract<Command, { kind: "startBenchmark" }>;

const STRIPED = ["RAID0-A", "RAID0-B"] as const;
const MIRRORED = ["RAID1-A", "RAID1-B"] as const;
/** The host's policy allows no writing to the second. */
const MIXED = ["MIXED-A", "PROTECTED"] as const;
const ALLOWED = [...STRIPED, ...MIRRORED, MIXED[0]];
const START_LIMIT_MS = 90_000;

export const AGENT_VOLUME_DRIVES: readonly Drive[] = [...STRIPED, ...MIRRORED, ...MIXED].map((serial) => ({
  serial,
  sizeBytes: 32 << 20,
}));

/** The agent beside md arrays of a stock kernel: which of them it tells, which it measures, and which it refuses. */
export function agentVolumeTests(lab: () => Lab): void {
  describe("the agent and md arrays", () => {
    let gateway: GatewayDouble;
    let agent: { pid: number };

    const disks = (serials: readonly string[]) => serials.map((serial) => lab().disk(serial)).join(" ");
    const output = (script: string) => lab().host.output(script);
    const told = (name: string): VolumeObservation | undefined =>
      gateway
        .eventsOf("inventory")
        .at(-1)
        ?.volumes?.find((volume) => volume.name === name);
    const usable = (name: string) =>
      gateway.until(`${name} in the inventory, whole`, () => {
        const volume = told(name);
        return volume !== undefined && volume.unusable === undefined && volume;
      });

    beforeAll(async () => {
      await output(`set -e; mkdir -p /etc/crosspoint && chmod 755 /etc /etc/crosspoint
        echo 'allow_destructive = [${ALLOWED.map((serial) => `"${serial}"`).join(", ")}]' > /etc/crosspoint/policy.toml
        chmod 644 /etc/crosspoint/policy.toml
        mdadm --create /dev/md20 --run --level=0 --raid-devices=2 --chunk=64 ${disks(STRIPED)}
        mdadm --create /dev/md21 --run --level=1 --raid-devices=2 --bitmap=none ${disks(MIRRORED)}
        mdadm --create /dev/md22 --run --level=0 --raid-devices=2 --chunk=64 ${disks(MIXED)}
        mdadm --wait /dev/md21 || true`);
      gateway = await GatewayDouble.start();
      const server = `--server ${urlInGuest(gateway.url)} --allow-plain-http --token cpe_lab`;
      agent = await lab().host.startService("agent", `crosspoint-agent run ${server} --sample-interval 1s`);
      for (const name of ["md20", "md21", "md22"]) await usable(name);
    }, START_LIMIT_MS);

    afterAll(async () => {
      await lab().host.exec(`kill ${agent?.pid}; mdadm --stop /dev/md20 /dev/md21 /dev/md22`);
      await gateway?.close();
    });

    /** Verified random reads and writes for a second, or reads alone. */
    function start(target: Start["target"], confirmedSerial?: string): Start {
      const readPercent = confirmedSerial === undefined ? 100 : 50;
      const load = { pattern: "random" as const, blockBytes: 4096, readPercent, queueDepth: 4, durationSeconds: 1 };
      const data = confirmedSerial === undefined ? ("incompressible" as const) : ("verified" as const);
      return {
        id: crypto.randomUUID(),
        kind: "startBenchmark",
        runId: crypto.randomUUID(),
        target,
        plan: { id: "lab", name: "Lab", readsOnly: readPercent === 100, steps: [{ kind: "sweep", ...load, data }] },
        ...(confirmedSerial === undefined ? {} : { confirmedSerial }),
      };
    }

    function targetOf({ uuid = "", level, members }: VolumeObservation): Start["target"] {
      const meant = members.map(({ drive, nsid, partition }) => ({ drive, nsid, partition }));
      return { kind: "volume", uuid, level, members: meant };
    }

    async function run(command: Start): Promise<AgentEventOf<"runFinished">> {
      gateway.offer(command);
      return await gateway.until("the end of the run", () =>
        gateway.eventsOf("runFinished").find(({ runId }) => runId === command.runId),
      );
    }

    async function declined(command: Start): Promise<string> {
      const { outcome, reason = "" } = await gateway.carryOut(command);
      expect(outcome).toBe("declined");
      return reason;
    }

    it("tells an array with its level, its chunk and the drives that it is made of", async () => {
      const volume = await usable("md20");
      expect(volume).toMatchObject({ level: "raid0", chunkBytes: 65_536, state: "clean", inUse: [] });
      const uuid = (await output("cat /sys/block/md20/md/uuid")).toString().trim();
      expect(volume.uuid).toBe(uuid);
      const members = volume.members.map(({ path, drive, nsid, state }) => [path, drive.serial, nsid, state]);
      expect(members.sort()).toEqual(STRIPED.map((serial) => [lab().disk(serial), serial, 1, "in_sync"]).sort());
    });

    it("measures it with verified data, on all of its drives, named by all of their serials", async () => {
      const target = targetOf(await usable("md20"));
      expect(await declined(start(target, "RAID0-A"))).toContain("typing the serials of all drives of the volume");
      const before = await Promise.all(STRIPED.map((serial) => bytesOf(lab(), [serial])));
      const command = start(target, STRIPED.join(", "));
      expect(await run(command)).toMatchObject({ outcome: "complete" });
      const points = gateway.eventsOf("pointFinished").filter(({ runId }) => runId === command.runId);
      expect(points.map(({ outcome, errors }) => [outcome, errors])).toEqual([["complete", []]]);
      expect(points[0]?.write?.operations).toBeGreaterThan(0);
      const after = await Promise.all(STRIPED.map((serial) => bytesOf(lab(), [serial])));
      for (const [index, digest] of after.entries()) expect(digest).not.toBe(before[index]);
    });

    it("does not write a member alone", async () => {
      const member = (await usable("md20")).members.find(({ drive }) => drive.serial === "RAID0-A");
      const drive = member?.drive as DriveIdentity;
      const before = await bytesOf(lab(), STRIPED);
      const reason = await declined(start({ kind: "namespace", drive, nsid: 1 }, "RAID0-A"));
      expect(reason).toContain(`${lab().disk("RAID0-A")} is part of /dev/md20`);
      expect(await bytesOf(lab(), STRIPED)).toBe(before);
    });

    it("does not write an array with a drive that the policy protects", async () => {
      const volume = await usable("md22");
      const before = await bytesOf(lab(), MIXED);
      const reason = await declined(start(targetOf(volume), MIXED.join(", ")));
      expect(reason).toContain("does not allow writing to PROTECTED");
      expect(await bytesOf(lab(), MIXED)).toBe(before);
      expect(await run(start(targetOf(volume)))).toMatchObject({ outcome: "complete" });
    });

    it("does not write an array with a mounted file system", async () => {
      const target = targetOf(await usable("md20"));
      await output("mkfs.ext4 -q /dev/md20 && mkdir -p /mnt/array && mount /dev/md20 /mnt/array");
      const reason = await declined(start(target, STRIPED.join(", ")));
      expect(reason).toContain("/dev/md20 is mounted on /mnt/array");
      await output("umount /mnt/array");
      expect(await declined(start(target, STRIPED.join(", ")))).toContain("signature of ext");
    });

    it("measures a mirror while it is whole, and nothing on it when it is degraded", async () => {
      const target = targetOf(await usable("md21"));
      expect(await run(start(target, MIRRORED.join(", ")))).toMatchObject({ outcome: "complete" });
      // Until the kernel has looked for a spare, it says that the array waits to be brought into step.
      await output(`mdadm /dev/md21 --fail ${lab().disk("RAID1-B")}
        timeout 10 sh -c 'until grep -qx idle /sys/block/md21/md/sync_action; do sleep 0.1; done'`);
      for (const confirmed of [undefined, MIRRORED.join(", ")]) {
        expect(await declined(start(target, confirmed))).toContain("/dev/md21 is degraded");
      }
      const volume = await gateway.until("word that it is degraded", () => told("md21")?.unusable && told("md21"));
      expect(volume).toMatchObject({ state: "degraded" });
    });

    it("does not take another array of the same drives for the one that was meant", async () => {
      const target = targetOf(await usable("md22"));
      await output(`mdadm --stop /dev/md22 && mdadm --zero-superblock ${disks(MIXED)}
        mdadm --create /dev/md22 --run --level=0 --raid-devices=2 --chunk=64 ${disks(MIXED)}`);
      expect(await declined(start(target))).toContain("no array with the UUID");
    });
  });
}
