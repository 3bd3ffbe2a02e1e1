/**
 * Runs the tests of the crates named, or with `--all-but` of all others. Cargo is asked for the whole workspace each time, as
 * for another choice of crates it would choose other features of what they depend on, and build all of it once more.
 */
import { spawn, spawnSync } from "node:child_process";
import { cargoEnvironment } from "../steps/cargo.ts";
import { root } from "../steps/paths.ts";
import { type CrateTest, chooseTests, crateTests } from "./crate-tests.ts";
import { failedCrateTests } from "./failed-crate-tests.ts";

const workspace = ["test", "--manifest-path", "agent/Cargo.toml", "--workspace", "--locked", "--quiet"];
const env = { ...process.env, ...cargoEnvironment };

/** In CI, where a machine may stall for a second, so many failed tests are tried once more alone; more is no chance. */
const triedAgain = process.env.CI ? 3 : 0;

const args = process.argv.slice(2);
const failed: string[] = [];
for (const test of chosenTests()) if (!(await passes(test))) failed.push(`${test.crate}: ${test.name}`);
if (args[0] === "--all-but" && (await run("cargo", [...workspace, "--doc"], root)).status !== 0)
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

async function passes({ crate, name, program, folder }: CrateTest): Promise<boolean> {
  console.log(`\n── ${crate}: ${name}`);
  const { status, output } = await run(program, ["--quiet"], folder);
  if (status === 0) return true;
  const tests = failedCrateTests(output);
  if (tests.length === 0 || tests.length > triedAgain) return false;
  console.log(`\n── ${crate}: ${name}: once more, alone: ${tests.join(", ")}`);
  const again = await run(program, ["--exact", "--test-threads=1", ...tests], folder);
  if (again.status === 0) console.log(`flaky: ${tests.join(", ")}`);
  return again.status === 0;
}

/** What it prints is passed on at once. */
function run(program: string, args: readonly string[], cwd: string): Promise<{ status: number; output: string }> {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve({ status: 1, output });
    });
    child.on("close", (status) => resolve({ status: status ?? 1, output }));
  });
}
