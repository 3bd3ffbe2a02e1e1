/** `npm run package`: the agent as hosts install it, with static binaries for this machine's processor. */
import { buildAgentPackages } from "../steps/agent-packages.ts";
import { step } from "../steps/progress.ts";
import { printError } from "../steps/remedy.ts";

try {
  const { deb, archive } = await step("Build the agent's packages", buildAgentPackages);
  console.log(`\n${deb}\n${archive}\nA gateway that runs from here gives them to hosts (Hosts, “Add a host”).`);
} catch (error) {
  printError(error);
  process.exit(1);
}
