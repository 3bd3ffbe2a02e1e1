import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAgent } from "../../scripts/steps/build.ts";
import { startVirtualHost, urlInGuest, type VirtualHost } from "../lab/virtual-host.ts";
import type { Stack } from "../stack/stack.ts";
import { labDrives } from "./lab-runs.ts";
import { until } from "./until.ts";

/** Its path stands in pictures. */
export const scratchFile = join(tmpdir(), "scratch.dat");

/** A host that is this machine, with a scratch file, which {@link removeScratchFile} takes away. */
export async function startFileHost(stack: Stack): Promise<void> {
  if (existsSync(scratchFile)) throw new Error(`There is a file ${scratchFile} already: move it away.`);
  await stack.startAgent("build-9", scratchFile);
  await until("the scratch file is known", async () => (await stack.db.scratchFile.count()) === 1);
}

export function removeScratchFile(): void {
  rmSync(scratchFile, { force: true });
}

/** The virtual host of the pictures, enrolled, with all of its drives known; they may be overwritten. */
export async function bootLabHost(stack: Stack): Promise<VirtualHost> {
  const binaries = await buildAgent();
  const serials = labDrives.map(({ serial }) => `"${serial}"`).join(", ");
  const policy = `[[allow]]\nserials = [${serials}]\nactions = ["write", "format"]\n`;
  const host = await startVirtualHost({
    hostname: "vault-7",
    drives: labDrives,
    agentBinary: `${binaries}/crosspoint-agent`,
    benchBinary: `${binaries}/uring-bench`,
    files: { "/etc/crosspoint/policy.toml": { contents: policy } },
    tools: ["schedulers"],
    memoryMiB: 3072,
  });
  const server = `--server ${urlInGuest(stack.settings.gatewayUrl)} --allow-plain-http`;
  const token = await stack.enrollmentToken();
  await host.startService("agent", `crosspoint-agent run ${server} --token ${token} --sample-interval 2s`);
  await until("the drives are known", async () => {
    return (await stack.db.drive.count({ where: { NOT: { namespaces: { equals: [] } } } })) === labDrives.length;
  });
  return host;
}
