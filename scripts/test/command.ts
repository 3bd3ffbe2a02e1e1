import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import { endingWithParent } from "../steps/child.ts";
import { binDir, root } from "../steps/paths.ts";

const stopTimeoutMs = 10_000;

export interface Command {
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Where its output goes; the terminal without it. */
  readonly log?: string;
}

/**
 * Runs a command to its end and returns its exit code. It leads a process group of its own, so that when `signal` is aborted
 * it is ended with all that it started: asked first, as by Ctrl-C, so that it can clean up, and killed if it does not in time.
 */
export async function runCommand({ command, env, log }: Command, signal: AbortSignal): Promise<number> {
  const [program, ...args] = endingWithParent([...command]);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${binDir}:${process.env.PATH}` },
    stdio: ["ignore", log ? "pipe" : "inherit", log ? "pipe" : "inherit"],
    detached: true,
  });
  const written = log ? writeLog(child, log) : undefined;
  const stop = () => {
    signalGroup(child, "SIGINT");
    setTimeout(() => signalGroup(child, "SIGKILL"), stopTimeoutMs).unref();
  };
  const kill = () => signalGroup(child, "SIGKILL");
  signal.addEventListener("abort", stop);
  process.on("exit", kill);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (status) => resolve(status ?? 1));
    });
    // Nothing of it may outlive it.
    kill();
    await written;
    return code;
  } finally {
    signal.removeEventListener("abort", stop);
    process.removeListener("exit", kill);
  }
}

async function writeLog(child: ChildProcess, log: string): Promise<void> {
  mkdirSync(dirname(log), { recursive: true });
  const sink = createWriteStream(log);
  child.stdout?.on("data", (chunk) => sink.write(chunk));
  child.stderr?.on("data", (chunk) => sink.write(chunk));
  child.on("close", () => sink.end());
  child.on("error", () => sink.end());
  await finished(sink);
}

function signalGroup(child: ChildProcess, name: "SIGINT" | "SIGKILL"): void {
  try {
    if (child.pid) process.kill(-child.pid, name);
  } catch {
    // All of it has ended.
  }
}
