import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildAgentPackages } from "../../scripts/steps/agent-packages.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { AgentsDoor } from "../stack/agents-door.ts";
import { installedVersion } from "./debian.ts";
import { startVirtualHost, urlInGuest, type VirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 600_000;
const INSTALL_LIMIT_MS = 120_000;
const SERIAL = "NEWCOMER";
const obstacle =
  labObstacle() ?? (installedVersion("systemd") === null ? "the Debian package systemd is missing" : null);

/** A host with systemd, a drive, and nothing of Crosspoint; BusyBox stands for all tools of a small distribution. */
describe.skipIf(obstacle !== null)(`the server's one line${obstacle === null ? "" : ` (skipped: ${obstacle})`}`, () => {
  let host: VirtualHost;
  let door: AgentsDoor;

  beforeAll(async () => {
    await buildAgentPackages();
    door = await AgentsDoor.open(urlInGuest);
    host = await startVirtualHost({
      hostname: "newcomer",
      drives: [{ serial: SERIAL, sizeBytes: 64 << 20 }],
      tools: ["systemd"],
      memoryMiB: 2048,
    });
  }, BUILD_AND_BOOT_LIMIT_MS);

  afterAll(async () => {
    await host?.stop();
    await door?.close();
  });

  /** As "Add a host" says it for a gateway without TLS, with what BusyBox has in place of curl. */
  const run = async (told: readonly string[], words = "") => {
    const lines = [...told, "CROSSPOINT_ALLOW_PLAIN_HTTP=yes"].map((line) => `echo ${line};`).join(" ");
    const script = `{ ${lines} wget -qO- ${door.url}/install.sh; } | sh -s -- ${words}`;
    const { stdout, stderr, exitCode } = await host.exec(script, { timeoutMs: INSTALL_LIMIT_MS });
    return { said: stdout + stderr, exitCode };
  };
  const service = async () =>
    (
      await host.output("systemctl show -p ActiveState,UnitFileState,NRestarts,MainPID crosspoint-agent | sort")
    ).toString();
  const stored = () =>
    door.db.host.findMany({ include: { sightings: { where: { endedAt: null }, include: { drive: true } } } });

  it("installs, enrolls and starts the agent, which reports its drive", async () => {
    const { said, exitCode } = await run([`CROSSPOINT_TOKEN=${await door.token()}`]);
    expect(said).toContain("(archive)");
    expect(said).toContain("the service crosspoint-agent is running");
    for (const part of ["rights", "nvme-cli", "drives", "uring-bench", "enrollment", "key", "agent"]) {
      expect(said).toMatch(new RegExp(`^${part} +ok `, "m"));
    }
    expect(said).toMatch(/^TLS +warning /m);
    expect(exitCode).toBe(0);
    expect(await service()).toMatch(/^ActiveState=active\nMainPID=\d+\nNRestarts=0\nUnitFileState=enabled/);
    await vi.waitFor(
      async () =>
        expect(await stored()).toMatchObject([{ hostname: "newcomer", sightings: [{ drive: { serial: SERIAL } }] }]),
      { timeout: 60_000, interval: 500 },
    );
  });

  it("leaves an agent that is as it should be alone when run again", async () => {
    const before = await service();
    const { said, exitCode } = await run([`CROSSPOINT_TOKEN=${await door.token()}`]);
    expect(said).toContain("exactly this build is installed already");
    expect(said).toContain("This host is enrolled already");
    expect(exitCode).toBe(0);
    expect(await service(), "not even restarted").toBe(before);
    expect(await stored()).toHaveLength(1);
  });

  it("puts another build in place of the one that runs, which keeps its identity", async () => {
    const before = await service();
    await host.output("echo an older build >/var/lib/crosspoint/installed");
    const { said, exitCode } = await run([]);
    expect(said).toContain("the checksum is right");
    expect(exitCode).toBe(0);
    const pid = (text: string) => /MainPID=(\d+)/.exec(text)?.[1];
    expect(pid(await service())).not.toBe(pid(before));
    expect(await stored()).toHaveLength(1);
  });

  it("lets a host whose key was revoked in again as the same host", async () => {
    const [{ id } = { id: "" }] = await stored();
    await door.db.host.update({ where: { id }, data: { keyRevokedAt: new Date() } });
    await host.output("systemctl restart crosspoint-agent");
    await vi.waitFor(
      async () =>
        expect((await host.output("crosspoint-agent status")).toString()).toContain("rejected this host's key"),
      { timeout: 60_000, interval: 500 },
    );
    const { said, exitCode } = await run([`CROSSPOINT_TOKEN=${await door.token()}`]);
    expect(said).toMatch(/^key +ok /m);
    expect(exitCode).toBe(0);
    expect(await stored()).toMatchObject([{ id, keyRevokedAt: null }]);
  });

  it("removes the service and the programs, and with purge all that was left", async () => {
    expect((await run([], "uninstall")).exitCode).toBe(0);
    const left =
      "ls -d /usr/bin/crosspoint-agent /etc/systemd/system/crosspoint-agent.service /etc/crosspoint /var/lib/crosspoint";
    expect((await host.exec(left)).stdout).toBe("/etc/crosspoint\n/var/lib/crosspoint\n");
    expect((await host.exec("pidof crosspoint-agent")).exitCode).not.toBe(0);
    expect((await run([], "purge")).exitCode).toBe(0);
    expect((await host.exec(left)).stdout).toBe("");
  });
});
