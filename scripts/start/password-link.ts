import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runningProductUrl } from "@crosspoint/db/embedded";
import { binDir, dataDir, root } from "../steps/paths.ts";
import { StartError } from "../steps/remedy.ts";

/** Resets a person's password beside a running Crosspoint, and prints the link: for an admin whom nobody else can help. */
export function passwordLink(email: string, webUrl: string): number {
  const url = process.env.DATABASE_URL || runningProductUrl(dataDir);
  if (url === undefined) {
    throw new StartError(
      `No Crosspoint is running on ${dataDir}.`,
      "Start it (npm start) and run this again in another terminal, with the same CROSSPOINT_DATA_DIR.",
    );
  }
  const command = "packages/services/src/access/password-link.cli.ts";
  const env = { ...process.env, DATABASE_URL: url, WEB_URL: webUrl };
  return spawnSync(join(binDir, "node"), [command, email], { cwd: root, env, stdio: "inherit" }).status ?? 1;
}
