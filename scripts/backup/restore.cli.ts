/** `npm run restore -- FILE [--replace]`: makes the embedded database what a backup holds. */
import { generateDatabaseClient } from "../steps/build.ts";
import { dataDir } from "../steps/paths.ts";
import { printError } from "../steps/remedy.ts";
import { readRestoreSettings } from "./settings.ts";

try {
  const settings = readRestoreSettings(process.argv.slice(2));
  await generateDatabaseClient();
  const { restore } = await import("./restore.ts");
  const { takenAt, held, settled } = await restore({ dataDir, ...settings });
  console.log(`Restored the backup of ${takenAt}: ${held.join(", ") || "an empty database"}. Start with: npm start`);
  const { runsDeclined, commandsExpired, tokensRevoked } = settled;
  console.log(
    `Not taken up again: ${runsDeclined} waiting runs, ${commandsExpired} commands. Revoked: ${tokensRevoked} enrollment tokens. Everyone signs in again.`,
  );
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
