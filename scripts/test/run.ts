/** `npm test [part …]`: every test there is, or the parts named. Installs what they need where it may. */
import { spawn } from "node:child_process";
import { generateDatabaseClient } from "../steps/build.ts";
import { ensureDebianPackages } from "../steps/packages.ts";
import { binDir, root } from "../steps/paths.ts";
import { step } from "../steps/progress.ts";
import { printError } from "../steps/remedy.ts";
import { type Part, parts } from "./parts.ts";

type Outcome = { part: Part; result: "passed" | "failed" | "skipped"; why?: string; seconds: number };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. Parts: ${parts.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

await step("Generate the database client", generateDatabaseClient);
const missing = new Set(
  await step("Install what the tests need", (show) =>
    ensureDebianPackages([...new Set(chosen.flatMap(({ packages }) => packages))], show),
  ),
);
const outcomes: Outcome[] = [];
for (const part of chosen) outcomes.push(await runPart(part));
report(outcomes);
process.exit(outcomes.some(({ result }) => result === "failed") ? 1 : 0);

async function runPart(part: Part): Promise<Outcome> {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const absent = part.packages.filter((name) => missing.has(name));
  if (absent.length > 0) {
    return { part, result: "skipped", why: `missing Debian packages: apt install ${absent.join(" ")}`, seconds: 0 };
  }
  const obstacle = part.obstacle?.();
  if (obstacle) return { part, result: "skipped", why: obstacle, seconds: 0 };
  console.log(`\n── ${part.name}: ${part.what}`);
  try {
    if (part.prepare) await step(`Build for ${part.name}`, part.prepare);
    const code = await runVisibly(part);
    return { part, result: code === 0 ? "passed" : "failed", seconds: seconds() };
  } catch (error) {
    printError(error);
    return { part, result: "failed", why: "it could not be built or started", seconds: seconds() };
  }
}

async function runVisibly(part: Part): Promise<number> {
  const [command, ...args] = part.command;
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...part.env, PATH: `${binDir}:${process.env.PATH}` },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

function report(all: Outcome[]): void {
  console.log("\n── Summary");
  for (const { part, result, why, seconds } of all) {
    const mark = { passed: "✓", failed: "✗", skipped: "–" }[result];
    console.log(`${mark} ${part.name.padEnd(14)} ${result} (${seconds} s)${why ? `: ${why}` : ""}`);
  }
  const count = (result: Outcome["result"]) => all.filter((outcome) => outcome.result === result).length;
  console.log(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
}
