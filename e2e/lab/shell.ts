/** Boots a virtual host with two NVMe drives and gives its console to this terminal; `exit` switches it off. */
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { startVirtualHost } from "./virtual-host.ts";

const obstacle = labObstacle();
if (obstacle !== null) {
  console.error(obstacle);
  process.exit(1);
}
const [agentBinary, benchBinary] = process.argv.slice(2);
const host = await startVirtualHost({
  hostname: "lab",
  drives: [
    { serial: "LAB-A", sizeBytes: 1 << 30 },
    { serial: "LAB-B", sizeBytes: 1 << 30, iopsLimit: 1000, logicalBlockBytes: 4096 },
  ],
  tools: ["fio", "volumes"],
  interactive: true,
  ...(agentBinary === undefined ? {} : { agentBinary }),
  ...(benchBinary === undefined ? {} : { benchBinary }),
});
await host.ended();
await host.stop();
