import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { requestUpgrade } from "@crosspoint/services/upgrade/request";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildAgentPackages, packAgentArchive } from "../../scripts/steps/agent-packages.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { AgentsDoor } from "../stack/agents-door.ts";
import { installedVersion } from "./debian.ts";
import { newerAgent } from "./newer-agent.ts";
import { startVirtualHost, urlInGuest, type VirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 900_000;
const LIMIT_MS = 120_000;
const obstacle =
  labObstacle() ?? (installedVersion("systemd") === null ? "the Debian package systemd is missing" : null);

/** A host whose agent came by the server's line, under systemd with the real unit: its sandbox is the real one. */
describe.skipIf(obstacle !== null)(
  `an upgrade from the server${obstacle === null ? "" : ` (skipped: ${obstacle})`}`,
  () => {
    let host: VirtualHost;
    let door: AgentsDoor;
    let packages: string;
    let programs: string;
    let installed: string;
    let newer: string;
    let broken: string;

    beforeAll(async () => {
      const { archive } = await buildAgentPackages();
      packages = mkdtempSync(join(tmpdir(), "crosspoint-packages-"));
      copyFileSync(archive, join(packages, basename(archive)));
      installed = /-(\d+\.\d+\.\d+)-/.exec(basename(archive))?.[1] ?? "";
      [broken = "", newer = ""] = [7, 8].map((last) => `9${installed.slice(1, -1)}${last}`);
      programs = await newerAgent(installed, newer);
      door = await AgentsDoor.open(urlInGuest, packages);
      host = await startVirtualHost({
        hostname: "upgraded",
        drives: [{ serial: "UPGRADED", sizeBytes: 64 << 20 }],
        tools: ["systemd"],
        memoryMiB: 2048,
      });
      const lines = `echo CROSSPOINT_TOKEN=${await door.token()}; echo CROSSPOINT_ALLOW_PLAIN_HTTP=yes;`;
      await host.output(`{ ${lines} wget -qO- ${door.url}/install.sh; } | sh`, { timeoutMs: LIMIT_MS });
    }, BUILD_AND_BOOT_LIMIT_MS);

    afterAll(async () => {
      await host?.stop();
      await door?.close();
      for (const folder of [packages, programs]) if (folder) rmSync(folder, { recursive: true, force: true });
    });

    /** Puts an archive beside the others, as a person who built it does, and waits until the gateway has it. */
    const serve = async (version: string, folder: string) => {
      await packAgentArchive(join(packages, `crosspoint-agent-${version}-x86_64.tar.gz`), folder);
      await vi.waitFor(
        async () => {
          const pulse = await door.db.gatewayPulse.findUniqueOrThrow({ where: { id: 1 } });
          expect(JSON.stringify(pulse.agentBuilds)).toContain(version);
        },
        { timeout: 30_000, interval: 200 },
      );
    };
    const stored = () => door.db.host.findFirstOrThrow();
    const service = async () =>
      (await host.output("systemctl show -p ActiveState,NRestarts,MainPID crosspoint-agent | sort")).toString();
    /** Asks for it as a person does, and waits for what became of it. */
    const upgrade = async (version: string) => {
      const { id } = await stored();
      const context = { db: door.db, actor: { kind: "system", label: "test" } as const, now: new Date() };
      const { upgradeId } = await requestUpgrade(context, { hostIds: [id], version });
      return vi.waitFor(
        async () => {
          const command = await door.db.command.findFirstOrThrow({ where: { upgradeId } });
          expect(["succeeded", "failed", "declined", "interrupted"]).toContain(command.state);
          return { state: command.state, reason: command.reason };
        },
        { timeout: LIMIT_MS, interval: 200 },
      );
    };
    const until = (version: string) =>
      vi.waitFor(async () => expect((await stored()).agentVersion).toBe(version), { timeout: LIMIT_MS, interval: 200 });
    const hash = async () => (await host.output("sha256sum </usr/bin/crosspoint-agent")).toString();

    it(
      "goes back where the new agent does not start, and says so",
      async () => {
        await until(installed);
        const before = [await hash(), await service()];
        const folder = mkdtempSync(join(tmpdir(), "crosspoint-broken-"));
        cpSync(programs, folder, { recursive: true });
        const script = `#!/bin/sh\n[ "$1" = --version ] && { echo crosspoint-agent ${broken}; exit; }\nexit 78\n`;
        writeFileSync(join(folder, "crosspoint-agent"), script, { mode: 0o755 });
        await serve(broken, folder);
        rmSync(folder, { recursive: true });
        const { state, reason } = await upgrade(broken);
        expect(state).toBe("failed");
        expect(reason).toContain(`version ${broken} ended with exit code 78 before it had proved itself`);
        expect(reason).toContain(`Version ${installed} runs again`);
        expect([await hash(), await service()], "the same program in the same process").toEqual(before);
        expect(before[1]).toMatch(/^ActiveState=active\n/);
        const { lastSeenAt } = await stored();
        await vi.waitFor(async () => expect((await stored()).lastSeenAt).not.toEqual(lastSeenAt), {
          timeout: LIMIT_MS,
        });
        expect((await stored()).agentVersion).toBe(installed);
      },
      LIMIT_MS * 2,
    );

    it(
      "runs the new agent within the service's own bounds, and after a restart and a kill too",
      async () => {
        const before = await hash();
        await serve(newer, programs);
        expect(await upgrade(newer)).toEqual({ state: "succeeded", reason: `${installed} → ${newer}` });
        expect(await hash(), "what was installed is as it was").toBe(before);
        const status = (await host.output("crosspoint-agent status")).toString();
        expect(status).toContain(`Version ${newer} from the server runs in place of the installed ${installed}.`);
        for (const how of ["systemctl restart crosspoint-agent", "systemctl kill -s KILL crosspoint-agent"]) {
          const { lastSeenAt } = await stored();
          await host.output(how);
          await vi.waitFor(
            async () => {
              expect((await stored()).lastSeenAt?.getTime()).toBeGreaterThan(lastSeenAt?.getTime() ?? 0);
              const [main = ""] = /MainPID=(\d+)/.exec(await service())?.slice(1) ?? [];
              expect((await host.output(`readlink /proc/${main}/exe`)).toString()).toContain(
                "/var/lib/crosspoint/upgrade/",
              );
            },
            { timeout: LIMIT_MS, interval: 500 },
          );
        }
      },
      LIMIT_MS * 3,
    );

    it(
      "is forgotten once another agent is installed on the host",
      async () => {
        await host.output("cp /usr/bin/crosspoint-agent /usr/bin/other && printf x >>/usr/bin/other");
        await host.output("mv /usr/bin/other /usr/bin/crosspoint-agent && systemctl restart crosspoint-agent");
        await vi.waitFor(
          async () => expect((await host.output("ls /var/lib/crosspoint/upgrade")).toString()).toBe("state.json\n"),
          { timeout: LIMIT_MS, interval: 500 },
        );
        expect((await host.output("crosspoint-agent status")).toString()).not.toContain("in place of the installed");
      },
      LIMIT_MS,
    );
  },
);
