import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { binDir, root } from "../../../scripts/steps/paths.ts";
import type { GuestFile } from "../initramfs.ts";
import type { VirtualHost } from "../virtual-host.ts";

/** Four programs of Node on an emulated processor: twelve seconds where nothing else runs, and four times as long beside other tests. */
const START_LIMIT_MS = 150_000;
const TEST_LIMIT_MS = 3 * START_LIMIT_MS;
const UNITS = join(root, "deploy/systemd");
const SERVICES = ["web", "gateway", "worker"] as const;

/** Stands where a program of the server does: writes down what its unit lets it do, and stays unless it migrates. */
const probe = (name: string) => `
import { createServer } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
const can = (paths: string[], attempt: (path: string) => void) =>
  paths.filter((path) => { try { attempt(path); return true; } catch { return false; } });
const server = createServer((_, response) => response.end("here"));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
const answer = await (await fetch("http://127.0.0.1:" + (server.address() as { port: number }).port)).text();
await new Promise((resolve) => new Worker("", { eval: true }).on("exit", resolve));
writeFileSync("/tmp/probe.json", JSON.stringify({
  name: "${name}",
  root: process.getuid?.() === 0,
  answer,
  writes: can(["/etc/x", "/opt/crosspoint/x", "/run/x", "/var/lib/x", "/tmp/x", "/var/tmp/x"], (path) => writeFileSync(path, "")),
  reads: can(["/etc/crosspoint-server/server.env", "/etc/crosspoint-server/migrate.env", "/dev/nvme0n1", "/root/secret"], (path) => readFileSync(path)),
  told: ["DATABASE_URL", "MIGRATION_DATABASE_URL"].filter((key) => process.env[key]),
}));
if (${name === "migrate"}) process.exit(0);
`;

/** The units of docs/deployment.md, the Node that runs the server, and what stands for its programs. */
export function serverUnitFiles(): Record<string, GuestFile> {
  const node = realpathSync(join(binDir, "node"));
  const libraries = execFileSync("ldd", [node], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g);
  return Object.fromEntries([
    ...[...libraries].map(([, path = ""]) => [path, { from: path }]),
    ["/opt/crosspoint/node_modules/.bin/node", { from: node }],
    ["/opt/crosspoint/package.json", { contents: '{ "type": "module" }' }],
    ["/opt/crosspoint/apps/web/serve.ts", { contents: probe("web") }],
    ["/opt/crosspoint/apps/gateway/src/main.ts", { contents: probe("gateway") }],
    ["/opt/crosspoint/apps/worker/src/main.ts", { contents: probe("worker") }],
    ["/opt/crosspoint/packages/db/src/migrate/apply.cli.ts", { contents: probe("migrate") }],
    ["/root/secret", { contents: "secret" }],
    ...readdirSync(UNITS).map((name) => {
      const folder = name.endsWith(".env") ? "/etc/crosspoint-server" : "/etc/systemd/system";
      return [`${folder}/${name}`, { contents: readFileSync(join(UNITS, name), "utf8") }];
    }),
  ]);
}

/** The units, unchanged, under systemd. */
export function serverUnitTests(lab: () => VirtualHost): void {
  describe("the server's units", () => {
    beforeAll(async () => {
      await lab().output("chmod 600 /etc/crosspoint-server/*.env; ip link set lo up 2>/dev/null || true");
    });

    const probes = async () => {
      // Each in the temporary folder that its unit gives it.
      const text = (await lab().output("cat /tmp/systemd-private-*/tmp/probe.json || true")).toString();
      return text.split(/(?<=\})(?=\{)/).map((json) => JSON.parse(json || "null"));
    };
    const show = async (name: string, property: string) =>
      (await lab().output(`systemctl show --value --property ${property} crosspoint-${name}`)).toString().trim();

    it("start everything once the database is migrated, each with no more than it needs", {
      timeout: TEST_LIMIT_MS,
    }, async () => {
      const units = SERVICES.map((name) => `crosspoint-${name}`).join(" ");
      await lab().output(`systemctl start ${units}`, { timeoutMs: START_LIMIT_MS });
      await vi.waitFor(async () => expect(await probes()).toHaveLength(4), { timeout: START_LIMIT_MS, interval: 500 });
      const found = await probes();
      for (const { name, told, ...rest } of found) {
        const expected = ["DATABASE_URL", ...(name === "migrate" ? ["MIGRATION_DATABASE_URL"] : [])];
        expect({ name, told }).toEqual({ name, told: expected });
        expect(rest).toEqual({ root: false, answer: "here", writes: ["/tmp/x", "/var/tmp/x"], reads: [] });
      }
      expect(found.map(({ name }) => name).toSorted()).toEqual(["gateway", "migrate", "web", "worker"]);
    });

    it("start again what was killed", { timeout: TEST_LIMIT_MS }, async () => {
      for (const name of SERVICES) {
        await lab().output(`kill -9 ${await show(name, "MainPID")}`);
        await vi.waitFor(async () => expect(await show(name, "NRestarts")).toBe("1"), {
          timeout: START_LIMIT_MS,
          interval: 500,
        });
        await vi.waitFor(async () => expect(await show(name, "ActiveState")).toBe("active"), {
          timeout: START_LIMIT_MS,
        });
      }
    });
  });
}
