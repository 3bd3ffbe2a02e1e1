/** `npm run backup -- FILE`: writes what the embedded database holds into a file, also while Crosspoint runs. */
import { dataDir } from "../steps/paths.ts";
import { printError } from "../steps/remedy.ts";
import { backUp } from "./back-up.ts";
import { readBackupSettings } from "./settings.ts";

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stopped.abort(new Error("Stopped. Nothing was left behind.")));
}
try {
  const settings = readBackupSettings(process.argv.slice(2));
  await backUp({ dataDir, ...settings, signal: stopped.signal });
  console.log(
    `Wrote ${settings.file}, readable by you alone. It holds password hashes, e-mail addresses and everything measured: keep it as safe as the server.`,
  );
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
