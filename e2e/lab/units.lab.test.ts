import { afterAll, beforeAll, describe } from "vitest";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { installedVersion } from "./debian.ts";
import { GatewayDouble } from "./gateway-double.ts";
import { AGENT_UNIT_DRIVES, agentUnitFiles, agentUnitTests } from "./units/agent.ts";
import { serverUnitFiles, serverUnitTests } from "./units/server.ts";
import { startVirtualHost, type VirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 600_000;
const obstacle =
  labObstacle() ?? (installedVersion("systemd") === null ? "the Debian package systemd is missing" : null);

/** One host with systemd for the units of the agent and of the server, which know nothing of each other. */
describe.skipIf(obstacle !== null)(`systemd units${obstacle === null ? "" : ` (skipped: ${obstacle})`}`, () => {
  let host: VirtualHost;
  let gateway: GatewayDouble;

  beforeAll(async () => {
    const binaries = await buildAgent();
    gateway = await GatewayDouble.start();
    host = await startVirtualHost({
      hostname: "units",
      drives: AGENT_UNIT_DRIVES,
      tools: ["systemd"],
      agentBinary: `${binaries}/crosspoint-agent`,
      benchBinary: `${binaries}/uring-bench`,
      files: { ...agentUnitFiles(gateway.url), ...serverUnitFiles() },
      memoryMiB: 2048,
    });
  }, BUILD_AND_BOOT_LIMIT_MS);

  afterAll(async () => {
    await host?.stop();
    await gateway?.close();
  });

  agentUnitTests(
    () => host,
    () => gateway,
  );
  serverUnitTests(() => host);
});
