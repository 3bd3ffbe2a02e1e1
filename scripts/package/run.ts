/** `npm run package`: the Debian package of the agent, with static binaries for this machine's processor. */
import { buildDebianPackage } from "../steps/debian-package.ts";
import { step } from "../steps/progress.ts";
import { printError } from "../steps/remedy.ts";

try {
  const path = await step("Build the Debian package of the agent", buildDebianPackage);
  console.log(`\n${path}\nInstall it on a host: apt install ./crosspoint-agent_….deb`);
} catch (error) {
  printError(error);
  process.exit(1);
}
