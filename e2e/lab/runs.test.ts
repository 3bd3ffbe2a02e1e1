import { afterAll, beforeAll, describe } from "vitest";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { GatewayDouble } from "./gateway-double.ts";
import { RESTART_DRIVES, restartTests } from "./runs/restarts.ts";
import { VERDICT_DRIVES, verdictTests } from "./runs/verdicts.ts";
import { startVirtualHost, urlInGuest, type VirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 600_000;
const obstacle = labObstacle();
const DRIVES = [...RESTART_DRIVES, ...VERDICT_DRIVES];

/** One host and one agent for what plans come to on real drives; each run has a drive of its own. */
describe.skipIf(obstacle !== null)(`plans${obstacle === null ? "" : ` (skipped: ${obstacle})`}`, () => {
  let host: VirtualHost;
  let gateway: GatewayDouble;
  let pid: number;

  const agent = {
    async start() {
      const server = `--server ${urlInGuest(gateway.url)} --allow-plain-http --token cpe_lab`;
      pid = (await host.startService("agent", `crosspoint-agent run ${server}`)).pid;
    },
    /** As in a power cut of the agent alone. */
    async kill() {
      await host.endService(pid, "KILL");
    },
  };

  beforeAll(async () => {
    const binaries = await buildAgent();
    gateway = await GatewayDouble.start();
    const serials = DRIVES.map(({ serial }) => `"${serial}"`).join(", ");
    const policy = `[[allow]]\nserials = [${serials}]\nactions = ["write", "format"]\n`;
    host = await startVirtualHost({
      hostname: "plans",
      drives: DRIVES,
      agentBinary: `${binaries}/crosspoint-agent`,
      benchBinary: `${binaries}/uring-bench`,
      files: { "/etc/crosspoint/policy.toml": { contents: policy } },
      tools: ["schedulers"],
      memoryMiB: 4096,
    });
    await agent.start();
    await gateway.until("every drive, identified", () => {
      const seen = gateway.eventsOf("inventory").at(-1)?.drives ?? [];
      return seen.filter(({ namespaces }) => namespaces.length > 0).length === DRIVES.length;
    });
  }, BUILD_AND_BOOT_LIMIT_MS);

  afterAll(async () => {
    await host?.stop();
    await gateway?.close();
  });

  restartTests(
    () => host,
    () => gateway,
    agent,
  );
  verdictTests(
    () => host,
    () => gateway,
  );
});
