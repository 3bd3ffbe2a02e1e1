/**
 * Runs a project of Vitest, or the files named of it. In CI, where a machine may stall for seconds, the few files in which tests
 * failed are run once more, alone: what passes then is told as flaky.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../steps/paths.ts";
import { type Ended, failedFiles, filesToTryAgain } from "./failed-files.ts";
import { unhandledErrorsVariable } from "./unhandled-errors.ts";

/** Where more files failed, it is not by chance. */
const triedAgain = process.env.CI ? 3 : 0;

const [project = "", ...chosen] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "crosspoint-vitest-"));
process.exitCode = await run();
rmSync(folder, { recursive: true, force: true });

async function run(): Promise<number> {
  const first = await vitest(chosen);
  const files = filesToTryAgain(first, triedAgain);
  if (files.length === 0) return first.status;
  console.log(`\n── Once more: ${files.join(", ")}\n`);
  const again = await vitest(files);
  const names = first.failed.flatMap(({ file, tests }) => tests.map((test) => `    [${project}] ${file} › ${test}`));
  if (again.status === 0) console.log(["", `  ${names.length} flaky`, ...names].join("\n"));
  return again.status;
}

/** What it prints is passed on at once. Without a report, as where it was killed, no file is named. */
async function vitest(files: readonly string[]): Promise<Ended> {
  const [report, unhandled] = [join(folder, "report.json"), join(folder, "unhandled")];
  for (const file of [report, unhandled]) rmSync(file, { force: true });
  const counting = join(root, "scripts/test/unhandled-errors.ts");
  const reporters = ["default", "json", counting].map((reporter) => `--reporter=${reporter}`);
  const args = ["run", "--project", project, ...reporters, `--outputFile.json=${report}`, ...files];
  const env = { ...process.env, [unhandledErrorsVariable]: unhandled };
  const child = spawn("vitest", args, { cwd: root, env, stdio: "inherit" });
  const status = await new Promise<number>((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
  return {
    status,
    failed: existsSync(report) ? failedFiles(readFileSync(report, "utf8"), root) : [],
    unhandledErrors: existsSync(unhandled) ? Number(readFileSync(unhandled, "utf8")) : undefined,
  };
}
