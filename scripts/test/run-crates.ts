/**
 * Runs the tests of the crates named, or with `--all-but` of all others. Cargo is asked for the whole workspace each time, as
 * for another choice of crates it would choose other features of what they depend on, and build all of it once more.
 */
import { spawnSync } from "node:child_process";
import { agentTargetDir, root } from "../steps/paths.ts";
import { type CrateTest, chooseTests, crateTests } from "./crate-tests.ts";

const workspace = ["test", "--manifest-path", "agent/Cargo.toml", "--workspace", "--locked", "--quiet"];
const env = { ...process.env, CARGO_TARGET_DIR: agentTargetDir };

const args = process.argv.slice(2);
const failed = chosenTests()
  .filter((test) => !passes(test))
  .map(({ crate, name }) => `${crate}: ${name}`);
if (args[0] === "--all-but" && run("cargo", [...workspace, "--doc"], root) !== 0)
  failed.push("examples in the documentation");
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(", ")}`);
  process.exit(1);
}

function chosenTests(): CrateTest[] {
  try {
    return chooseTests(builtTests(), args);
  } catch (error) {
    console.error(String(error));
    process.exit(1);
  }
}

function builtTests(): CrateTest[] {
  const { status, stdout } = spawnSync("cargo", [...workspace, "--no-run", "--message-format=json"], {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) process.exit(1);
  return crateTests(stdout);
}

function passes({ crate, name, program, folder }: CrateTest): boolean {
  console.log(`\n── ${crate}: ${name}`);
  return run(program, ["--quiet"], folder) === 0;
}

function run(program: string, args: readonly string[], cwd: string): number {
  const { error, status } = spawnSync(program, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
  if (error) console.error(error.message);
  return status ?? 1;
}
