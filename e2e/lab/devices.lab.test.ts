import { afterAll, beforeAll, describe } from "vitest";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { exploreLab, type Lab } from "./devices/bench.ts";
import { ENGINE_DRIVES, engineTests } from "./devices/engines.ts";
import { FAULT_DRIVES, faultTests } from "./devices/faults.ts";
import { GUARD_DRIVES, guardTests } from "./devices/guard.ts";
import { UNCLAIMED_DRIVES, unclaimedTests } from "./devices/unclaimed.ts";
import { VOLUME_DRIVES, volumeTests } from "./devices/volumes.ts";
import { startVirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 600_000;
const obstacle = labObstacle();

/** uring-bench on the block devices of a stock kernel, NVMe namespaces and what is stacked on them. */
describe.skipIf(obstacle !== null)(`uring-bench${obstacle === null ? "" : ` (skipped: ${obstacle})`}`, () => {
  let lab: Lab;

  beforeAll(async () => {
    const binaries = await buildAgent();
    const host = await startVirtualHost({
      hostname: "devices",
      drives: [...GUARD_DRIVES, ...UNCLAIMED_DRIVES, ...VOLUME_DRIVES, ...ENGINE_DRIVES, ...FAULT_DRIVES],
      benchBinary: `${binaries}/uring-bench`,
      tools: ["volumes", "volumes-and-pools", "volumes-exported"],
    });
    lab = await exploreLab(host);
  }, BUILD_AND_BOOT_LIMIT_MS);

  afterAll(async () => {
    await lab?.host.stop();
  });

  guardTests(() => lab);
  unclaimedTests(() => lab);
  volumeTests(() => lab);
  engineTests(() => lab);
  faultTests(() => lab);
});
