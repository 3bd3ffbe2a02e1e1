import { afterAll, beforeAll, describe } from "vitest";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { AGENT_DATABASE_DRIVES, agentDatabaseTests, DATABASE_USERS } from "./devices/agent-database.ts";
import { AGENT_VOLUME_DRIVES, agentVolumeTests } from "./devices/agent-volumes.ts";
import { exploreLab, type Lab } from "./devices/bench.ts";
import { startVirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 600_000;
const obstacle = labObstacle();

/** A host of its own: that of the other block devices has no PCI slot left. */
describe.skipIf(obstacle !== null)(`volumes${obstacle === null ? "" : ` (skipped: ${obstacle})`}`, () => {
  let lab: Lab;

  beforeAll(async () => {
    const binaries = await buildAgent();
    const host = await startVirtualHost({
      hostname: "volumes",
      drives: [...AGENT_VOLUME_DRIVES, ...AGENT_DATABASE_DRIVES],
      agentBinary: `${binaries}/crosspoint-agent`,
      benchBinary: `${binaries}/uring-bench`,
      files: DATABASE_USERS,
      tools: ["volumes", "postgresql"],
      memoryMiB: 2048,
    });
    lab = await exploreLab(host);
  }, BUILD_AND_BOOT_LIMIT_MS);

  afterAll(async () => {
    await lab?.host.stop();
  });

  agentVolumeTests(() => lab);
  agentDatabaseTests(() => lab);
});
