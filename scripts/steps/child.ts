import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { binDir, root } from "./paths.ts";
import { StartError } from "./remedy.ts";

const stopTimeoutMs = 15_000;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Programs find Node 24 and what npm installed first. */
function withBinDir(environment: Environment): NodeJS.ProcessEnv {
  return { ...process.env, ...environment, PATH: `${binDir}:${process.env.PATH}` };
}

/** Programs that run to their end right now; they end with this process, however it ends. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/** Runs a program to its end; each line of its output goes to `show`. Fails with its last lines. */
export async function runToEnd(
  command: string,
  args: string[],
  options: { env?: Environment; cwd?: string; show?: (line: string) => void; remedy: string },
): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: withBinDir(options.env ?? {}),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const lines: string[] = [];
  let output = "";
  const take = (chunk: Buffer) => {
    for (const line of chunk.toString().split(/[\r\n]+/)) if (line.trim()) lines.push(line);
    lines.splice(0, lines.length - 30);
    options.show?.(lines.at(-1) ?? "");
  };
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    take(chunk);
  });
  child.stderr.on("data", take);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) => reject(new StartError(`${command}: ${error.message}`, options.remedy)));
    child.on("close", resolve);
  }).finally(() => running.delete(child));
  if (code !== 0) throw new StartError(`${command} ${args.join(" ")} failed:\n${lines.join("\n")}`, options.remedy);
  return output;
}

/**
 * The same program, which the kernel asks to end when this process ends, however it does: what a killed start left
 * running would keep its ports. Linux alone has this; elsewhere the program is started as it is.
 */
export function endingWithParent(program: [string, ...string[]]): [string, ...string[]] {
  const wrapper: [string, ...string[]] = ["setpriv", "--pdeathsig", "TERM", "--"];
  hasDeathSignal ??= spawnSync(wrapper[0], [...wrapper.slice(1), "true"]).status === 0;
  return hasDeathSignal ? [...wrapper, ...program] : program;
}
let hasDeathSignal: boolean | undefined;

export interface ServiceOptions {
  readonly logsDir: string;
  /** Keeps what an earlier start wrote. */
  readonly appendLog?: boolean;
  readonly env?: Environment;
  readonly cwd?: string;
}

/** A program that runs as long as Crosspoint does; what it prints goes to its log. */
export class Service {
  readonly name: string;
  readonly log: string;
  readonly #process: ChildProcess;
  readonly ended: Promise<string>;
  #stopping = false;

  constructor(name: string, command: string, args: string[], options: ServiceOptions) {
    mkdirSync(options.logsDir, { recursive: true });
    this.name = name;
    this.log = join(options.logsDir, `${name}.log`);
    const sink = createWriteStream(this.log, { flags: options.appendLog ? "a" : "w" });
    // A process group of its own: Ctrl-C in the terminal must not reach it before its turn comes.
    const [program, ...programArgs] = endingWithParent([command, ...args]);
    this.#process = spawn(program, programArgs, {
      cwd: options.cwd ?? root,
      env: withBinDir(options.env ?? {}),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#process.stdout?.pipe(sink, { end: false });
    this.#process.stderr?.pipe(sink, { end: false });
    this.ended = new Promise((resolve) => {
      this.#process.on("error", (error) => resolve(error.message));
      this.#process.on("exit", (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    });
  }

  get pid(): number {
    return this.#process.pid ?? Number.NaN;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  lastLines(count = 12): string {
    return existsSync(this.log) ? readFileSync(this.log, "utf8").trim().split("\n").slice(-count).join("\n") : "";
  }

  /** Asks it to end, and ends it and what it started if it does not in time. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#process.exitCode !== null || this.#process.signalCode !== null || !this.#process.pid) return;
    this.#process.kill("SIGTERM");
    const timer = setTimeout(() => this.killGroup(), stopTimeoutMs);
    await this.ended;
    clearTimeout(timer);
  }

  killGroup(): void {
    try {
      if (this.#process.pid) process.kill(-this.#process.pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Waits until `url` answers 2xx; fails at once if the service ends before, with the end of its log. */
export async function waitUntilReady(service: Service, url: string, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let ended: string | undefined;
  service.ended.then((how) => {
    ended = how;
  });
  while (Date.now() < deadline) {
    if (ended !== undefined) {
      throw new StartError(`${service.name} ended (${ended}):\n${service.lastLines()}`, `Its log is ${service.log}.`);
    }
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new StartError(
    `${service.name} did not answer at ${url} within ${timeoutMs / 1000} s:\n${service.lastLines()}`,
    `Its log is ${service.log}.`,
  );
}
