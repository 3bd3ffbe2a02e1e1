/**
 * What every command does first, on whatever Node the machine has: install the packages (unless they are what
 * package-lock.json says) and hand over to the Node 24 that comes with them, which runs the TypeScript of the rest.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs, then runs `script` (relative to the repository) with the arguments of this process, and ends as it ends. */
export function runWithNode24(script) {
  requireNode20();
  installPackages();
  const node = join(root, "node_modules", ".bin", "node");
  const runtime = existsSync(node) ? node : process.execPath;
  const child = spawn(runtime, [join(root, script), ...process.argv.slice(2)], { stdio: "inherit", cwd: root });
  // The terminal sends Ctrl-C to the child as well: this process only waits for it to end in order.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function requireNode20() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 20) return;
  fail(`Node ${process.versions.node} is too old.`, "Install Node 20 or newer, for example from https://nodejs.org.");
}

function installPackages() {
  const stamp = join(root, "node_modules", ".crosspoint-installed");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing packages (npm ci) …");
  const started = Date.now();
  const npm = spawnSync("npm", ["ci", "--loglevel=error"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (npm.error || npm.status !== 0) {
    fail(
      `npm ci failed${npm.error ? ` (${npm.error.message})` : ""}; its own message is above.`,
      `Check the network and the free disk space (${freeSpace()}), then run the same command again.`,
    );
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
  console.log(`Installed packages in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
}

function freeSpace() {
  try {
    return execFileSync("df", ["-h", "--output=avail", root], { encoding: "utf8" }).split("\n")[1].trim();
  } catch {
    return "unknown";
  }
}

function fail(what, remedy) {
  console.error(`\n${what}\n${remedy}`);
  process.exit(1);
}
