import { existsSync } from "node:fs";
import { join } from "node:path";
import { hostTarget } from "./build.ts";
import { cargoEnvironment } from "./cargo.ts";
import { runToEnd } from "./child.ts";
import { root } from "./paths.ts";

/** Pinned, and built without what this package does not need (dbgsym, lzma), unoptimized: a minute on two cores. */
const cargoDebVersion = "3.8.0";
const toolDir = join(root, ".cache", `cargo-deb-${cargoDebVersion}`);

/** The Debian package of the agent that was built, as `output`. What it holds stands in the agent's Cargo.toml. */
export async function buildDebianPackage(output: string, show?: (line: string) => void): Promise<string> {
  const cargoDeb = await installCargoDeb(show);
  const manifest = ["--manifest-path", "agent/crates/host-agent/Cargo.toml"];
  const args = ["deb", ...manifest, "--no-build", "--no-strip", "--target", await hostTarget(), "--output", output];
  await runToEnd(cargoDeb, args, {
    show,
    env: cargoEnvironment,
    remedy: "cargo-deb's own message is above; the package is described in agent/crates/host-agent/Cargo.toml.",
  });
  return output;
}

async function installCargoDeb(show?: (line: string) => void): Promise<string> {
  const program = join(toolDir, "bin", "cargo-deb");
  if (existsSync(program)) return program;
  const exact = ["cargo-deb", "--version", cargoDebVersion, "--locked", "--no-default-features", "--debug"];
  await runToEnd("cargo", ["install", ...exact, "--root", toolDir], {
    show,
    // Nobody debugs it.
    env: { CARGO_PROFILE_DEV_DEBUG: "none" },
    remedy:
      "cargo's own message is above. Without a registry, `cargo install cargo-deb` from elsewhere does not help: the version is pinned.",
  });
  return program;
}
