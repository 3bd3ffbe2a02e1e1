import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { HANGING_DRIVES, hangingTests } from "./drives/hanging.ts";
import { NVME_CLI_DRIVES, nvmeCliTests } from "./drives/nvme-cli-answers.ts";
import { HOSTNAME, OWN_DRIVES, OWN_FILES, virtualHostTests } from "./drives/virtual-host.ts";
import { otherNvmeClis } from "./nvme-cli-versions.ts";
import { startVirtualHost, type VirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 600_000;
const obstacle = labObstacle();
const others = obstacle === null ? await otherNvmeClis() : [];

/** One host for what asks drives through nvme-cli; each suite has drives of its own on it. */
describe.skipIf(obstacle !== null)(`drives${obstacle === null ? "" : ` (skipped: ${obstacle})`}`, () => {
  let host: VirtualHost;

  beforeAll(async () => {
    const binaries = await buildAgent();
    host = await startVirtualHost({
      hostname: HOSTNAME,
      drives: [...OWN_DRIVES, ...NVME_CLI_DRIVES, ...HANGING_DRIVES],
      agentBinary: `${binaries}/crosspoint-agent`,
      files: { ...OWN_FILES, "/usr/bin/every-answer": { from: `${binaries}/every-answer` } },
      layers: others.flatMap(({ layer }) => layer ?? []),
      tools: ["fio"],
    });
  }, BUILD_AND_BOOT_LIMIT_MS);

  afterAll(async () => {
    await host?.stop();
  });

  virtualHostTests(() => host);
  nvmeCliTests(() => host, others);
  hangingTests(() => host);
});

describe.skipIf(obstacle !== null)("a virtual host that does not boot", () => {
  it("says so with the console's last lines", async () => {
    const boot = startVirtualHost({ hostname: "dead", drives: [], kernelArgs: ["rdinit=/nowhere", "root=/dev/none"] });
    await expect(boot).rejects.toThrow(/did not boot: QEMU ended[\s\S]*Kernel panic/);
  });
});
