import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { AgentEventOf, DriveAction, DriveIdentity } from "@crosspoint/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import type { GatewayDouble } from "../gateway-double.ts";
import type { GuestFile } from "../initramfs.ts";
import { namespaceOf } from "../second-opinion.ts";
import { urlInGuest, type VirtualHost } from "../virtual-host.ts";

const PACKAGING = join(import.meta.dirname, "../../../agent/packaging");
const UNIT = "/lib/systemd/system/crosspoint-agent.service";
const SERIAL = "SANDBOX";
const FEATURE_NOT_CHANGEABLE = 0x410e;
const drive: DriveIdentity = { pciVendorId: 0x1b36, model: "QEMU NVMe Ctrl", serial: SERIAL };

export const AGENT_UNIT_DRIVES = [{ serial: SERIAL, sizeBytes: 64 << 20 }];

/** The unit as the package has it, and a configuration by which the agent reaches this gateway. */
export function agentUnitFiles(gatewayUrl: string): Record<string, GuestFile> {
  const server = `server = "${urlInGuest(gatewayUrl)}"\nallow_plain_http = true\ntoken = "cpe_lab"\n`;
  const policy = `[[allow]]\nserials = ["${SERIAL}"]\nactions = ["format", "discard"]\n`;
  return {
    [UNIT]: { from: join(PACKAGING, "crosspoint-agent.service") },
    "/etc/crosspoint/agent.toml": { contents: `${server}sample_interval = "1s"\n` },
    "/etc/crosspoint/policy.toml": { contents: policy },
  };
}

/** The unit of the Debian package, unchanged, under systemd on a kernel with a drive: its sandbox is the real one. */
export function agentUnitTests(lab: () => VirtualHost, gatewayOf: () => GatewayDouble): void {
  describe("the agent's systemd unit", () => {
    let unit: AgentUnit;
    beforeAll(async () => {
      unit = new AgentUnit(lab(), gatewayOf(), await namespaceOf(lab(), SERIAL));
    });

    workTests(() => unit);
    memoryTest(() => unit);
    boundsTests(() => unit);
  });
}

/** The agent's service on a virtual host. */
class AgentUnit {
  readonly host: VirtualHost;
  readonly gateway: GatewayDouble;
  readonly disk: string;

  constructor(host: VirtualHost, gateway: GatewayDouble, disk: string) {
    this.host = host;
    this.gateway = gateway;
    this.disk = disk;
  }

  async state(): Promise<string> {
    const shown = await this.host.output("systemctl show -p ActiveState,NRestarts crosspoint-agent | sort");
    return shown.toString().trim().replace("\n", " ");
  }

  async carryOut(action: DriveAction): Promise<AgentEventOf<"command">> {
    const id = randomUUID();
    return await this.gateway.carryOut({ kind: "controlDrive", id, drive, action, confirmedSerial: SERIAL });
  }

  /** Runs a shell script once by a unit that differs from the agent's in nothing but what it starts. */
  async inSandbox(script: string): Promise<string> {
    const probe = "/run/systemd/system/probe.service";
    const output = "/var/lib/crosspoint/probe.out";
    const start = "ExecStart=/bin/sh /etc/lab/probe.sh\\nType=oneshot\\nEnvironment=PATH=/usr/sbin:/usr/bin:/sbin:/bin";
    await this.host.output(`cat >/etc/lab/probe.sh <<'PROBE'\nexec >${output} 2>&1\n${script}\nPROBE
      sed -e 's|^ExecStart=.*|${start}|' -e '/^Restart/d' ${UNIT} >${probe}
      systemctl daemon-reload
      systemctl start probe || true`);
    return (await this.host.output(`cat ${output}`)).toString();
  }
}

function workTests(unit: () => AgentUnit): void {
  it("starts the agent, which reads the drive in full", async () => {
    const { gateway } = unit();
    await unit().host.output("systemctl start crosspoint-agent");
    await gateway.until("a sample", () => gateway.eventsOf("smart").length > 1);
    const smart = gateway.eventsOf("smart")[0];
    expect(smart).toMatchObject({ drive, log: { compositeTemperatureKelvin: 323 } });
    const seen = await gateway.until("the drive, identified", () =>
      gateway
        .eventsOf("inventory")
        .at(-1)
        ?.drives.find(({ controller }) => controller !== undefined),
    );
    expect(seen.problem).toBeUndefined();
    expect(seen.controller?.currentPowerState).toBe(0);
    expect(seen.namespaces[0]).toMatchObject({ path: unit().disk, inUse: [], currentLbaFormat: 0 });
    const { details } = await gateway.until("its details", () => gateway.eventsOf("driveDetails")[0]);
    expect(details.unread).toEqual([]);
    expect(await unit().state()).toEqual("ActiveState=active NRestarts=0");
  });

  it("lets it set, format and discard what its host's policy allows", async () => {
    const power = await unit().carryOut({ kind: "setPowerState", powerState: 0 });
    expect(power, "refused by the drive, not by the kernel").toMatchObject({
      outcome: "failed",
      nvmeStatus: FEATURE_NOT_CHANGEABLE,
    });
    for (const scheduler of ["mq-deadline", "none"]) {
      expect(await unit().carryOut({ kind: "setScheduler", nsid: 1, scheduler })).toMatchObject({
        outcome: "succeeded",
      });
      const text = (
        await unit().host.output(`cat /sys/class/block/${unit().disk.replace("/dev/", "")}/queue/scheduler`)
      ).toString();
      expect(text).toContain(`[${scheduler}]`);
    }
    const format = await unit().carryOut({ kind: "format", nsid: 1, lbaFormat: 4, secureErase: "none" });
    expect(format).toMatchObject({ outcome: "succeeded" });
    expect((await unit().host.output(`blockdev --getss ${unit().disk}`)).toString().trim()).toBe("4096");
    expect(await unit().carryOut({ kind: "discard", nsid: 1 })).toMatchObject({ outcome: "succeeded" });
    expect(await unit().state()).toEqual("ActiveState=active NRestarts=0");
  });

  it("lets uring-bench measure the drive by each engine, and the doctor find everything it needs", async () => {
    const read = `uring-bench run --target ${unit().disk} --rw randread --duration 200ms --output json-lines`;
    const said = await unit().inSandbox(`
    for engine in io_uring passthrough sync; do ${read} --engine $engine | grep -c '"type":"result"'; done
    crosspoint-agent doctor --config /etc/crosspoint/agent.toml`);
    expect(said.split("\n").slice(0, 3)).toEqual(["1", "1", "1"]);
    for (const part of ["rights", "nvme-cli", "drives", "uring-bench", "io_uring", "enrollment", "key file"]) {
      expect(said).toMatch(new RegExp(`^${part} +ok `, "m"));
    }
  });
}

function memoryTest(unit: () => AgentUnit): void {
  it("bounds its memory with room for each load that is admitted, and goes on when the kernel kills a child for it", async () => {
    const run = `uring-bench run --target ${unit().disk} --rw randread --bs 1M --duration 500ms --output json-lines`;
    const said = await unit().inSandbox(`
    cat /sys/fs/cgroup$(cut -d: -f3 /proc/self/cgroup)/memory.max
    sed -n 's/^MemTotal: *\\([0-9]*\\) kB/\\1/p' /proc/meminfo
    quarter=$(sed -n 's/^MemAvailable: *\\([0-9]*\\) kB/\\1/p' /proc/meminfo)
    quarter=$((quarter / 4096))
    ${run} --qd $((quarter - 24)) >/tmp/run & sleep 0.3
    cat /proc/$!/oom_score_adj
    wait $!; echo "admitted: $?"
    ${run} --qd $((quarter + 24)) | grep -c 'may be taken: a quarter of'
    limit=$(cat /sys/fs/cgroup$(cut -d: -f3 /proc/self/cgroup)/memory.max)
    dd if=/dev/zero of=/dev/null bs=$((limit / 1048576 + 100))M count=1; echo "more than its limit: $?"
    ${run} >/dev/null; echo "and on: $?"`);
    const [limit, total, score, ...rest] = said.trim().split("\n");
    expect(Number(limit) / (Number(total) * 1024)).toBeCloseTo(0.4, 2);
    expect(score).toBe("1000");
    expect(rest.filter((line) => !line.includes("Killed"))).toEqual([
      "admitted: 0",
      "1",
      "more than its limit: 137",
      "and on: 0",
    ]);
    expect(await unit().state()).toEqual("ActiveState=active NRestarts=0");
  });
}

function boundsTests(unit: () => AgentUnit): void {
  it("lets it write nothing but its state, its own temporary files and what is below /sys/devices", async () => {
    const folders = "{ find / -xdev -type d; find /dev /run -type d; echo /tmp /var/tmp | tr ' ' '\\n'; }";
    const writable = await unit().inSandbox(`
    ${folders} 2>/dev/null | grep -v ^/var/lib/crosspoint/ | sort -u | while read -r folder; do
      { { : ; } >"$folder/.probe"; } 2>/dev/null && { echo "$folder"; rm "$folder/.probe"; }
    done
    find /proc/sys /sys -path /sys/devices -prune -o -type f -perm -200 -print 2>/dev/null | while read -r file; do
      { { : ; } >>"$file"; } 2>/dev/null && echo "$file"
    done
    true`);
    expect(writable.trim().split("\n")).toEqual(["/tmp", "/var/lib/crosspoint", "/var/tmp"]);
    expect((await unit().host.exec("ls /tmp/.probe /var/tmp/.probe")).exitCode).not.toBe(0);
  });

  it("lets it do nothing else to the host", async () => {
    const refused = (command: string) => `${command} >/dev/null 2>&1 && echo "could: ${command}"`;
    const attempts = [
      "head -c 1 /dev/mem",
      "head -c 1 /dev/kmsg",
      "mknod /tmp/null c 1 3",
      "mount -t tmpfs none /mnt",
      "unshare -m true",
      "sh -c 'date -s 2030-01-01; date | grep -q 2030'",
      "hostname other",
      "insmod /lib/modules/mq-deadline.ko",
      "reboot -f",
      "ls /root/.",
      "chown 1 /var/lib/crosspoint",
    ];
    expect(await unit().inSandbox(`${attempts.map(refused).join("\n")}\necho end`)).toBe("could: ls /root/.\nend\n");
  });
}
