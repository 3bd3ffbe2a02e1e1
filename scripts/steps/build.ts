import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cargoEnvironment } from "./cargo.ts";
import { runToEnd } from "./child.ts";
import { agentTargetDir, root } from "./paths.ts";
import { StartError } from "./remedy.ts";
import { unlessUnchanged } from "./unchanged.ts";

/** What the pages are made of; a change in any of it builds them again. */
const webInputs = ["apps/web", "packages", "prisma/schema", "package-lock.json"];

/** The database client is generated, not committed: it follows prisma/schema. */
export async function generateDatabaseClient(show?: (line: string) => void): Promise<void> {
  const stamp = join(root, "packages/db/src/generated/.stamp");
  await unlessUnchanged(stamp, ["prisma/schema", "packages/db/package.json"], async () => {
    await runToEnd("npm", ["run", "--silent", "generate", "-w", "@crosspoint/db"], {
      show,
      remedy: "The message above is Prisma's. `npx prisma validate --schema prisma/schema` names the line.",
    });
  });
}

/** Of this process; a build that failed is tried again. */
let agentBuilt: Promise<string> | undefined;

/** crosspoint-agent and uring-bench in release. Cargo knows what is unchanged, and is asked once: it takes a second to look. */
export function buildAgent(show?: (line: string) => void): Promise<string> {
  agentBuilt ??= buildStatically(show).catch((error: unknown) => {
    agentBuilt = undefined;
    throw error;
  });
  return agentBuilt;
}

/**
 * Fully static, so that the same files run on any distribution. Naming the target keeps the flag away from build scripts and macros, which
 * cannot be static.
 */
async function buildStatically(show?: (line: string) => void): Promise<string> {
  await requireRust();
  const target = await hostTarget();
  const args = ["build", "--release", "--locked", "--bins", "--target", target, "--manifest-path", "agent/Cargo.toml"];
  await runToEnd("cargo", args, {
    show,
    env: { ...cargoEnvironment, RUSTFLAGS: "-C target-feature=+crt-static" },
    remedy:
      "The compiler's message is above. Needed: Rust 1.95 or newer (rustup update stable) and a static C library (Debian: libc6-dev, Fedora: glibc-static).",
  });
  return join(agentTargetDir, target, "release");
}

/** The triple that this machine compiles for. */
export async function hostTarget(): Promise<string> {
  const version = await runToEnd("rustc", ["-vV"], { remedy: "Install Rust: https://rustup.rs" });
  return /^host: (\S+)$/m.exec(version)?.[1] ?? "x86_64-unknown-linux-gnu";
}

async function requireRust(): Promise<void> {
  const remedy =
    "Install Rust (https://rustup.rs) and a C linker (Debian: apt install build-essential), or start without the local agent: npm start -- --no-agent";
  await runToEnd("cargo", ["--version"], { remedy }).catch(() => {
    throw new StartError("Rust is not installed: `cargo` was not found.", remedy);
  });
  await runToEnd("cc", ["--version"], { remedy }).catch(() => {
    throw new StartError("There is no C linker: `cc` was not found.", remedy);
  });
}

export async function buildWeb(show?: (line: string) => void): Promise<void> {
  const output = join(root, "apps/web/.next");
  const stamp = join(output, ".crosspoint-stamp");
  if (!existsSync(join(output, "BUILD_ID"))) rmSync(stamp, { force: true });
  await unlessUnchanged(stamp, webInputs, async () => {
    await runToEnd("next", ["build"], {
      cwd: join(root, "apps/web"),
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      show,
      remedy: "The message above is Next.js's own. `npm run check` checks types and rules.",
    });
  });
}
