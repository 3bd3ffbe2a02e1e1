import { existsSync, readFileSync } from "node:fs";
import { failuresIn, firstTriesIn } from "./failures.ts";
import { noticesIn } from "./notices.ts";
import type { Finished } from "./schedule.ts";

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;
const redrawMs = 200;

/**
 * One line for each task that ends; on a terminal, a last line with what runs. Of a part that passed, what it skipped is
 * said; of one that failed, everything.
 */
export class Progress {
  readonly #running = new Map<string, { since: number; detail: string }>();
  readonly #live = process.stdout.isTTY;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor() {
    if (this.#live) this.#timer = setInterval(() => this.#draw(), redrawMs);
  }

  start(name: string): void {
    this.#running.set(name, { since: Date.now(), detail: "" });
    if (!this.#live) console.log(`… ${name}`);
  }

  /** The last thing that a build printed. */
  detail(name: string, line: string): void {
    const running = this.#running.get(name);
    if (running) running.detail = line.trim();
  }

  end(finished: Finished, log?: string): void {
    this.#running.delete(finished.name);
    this.#print(lineOf(finished));
    if (!log || !existsSync(log)) return;
    const said = readFileSync(log, "utf8").trimEnd();
    if (finished.outcome.result === "passed") for (const notice of noticesIn(said)) this.#print(`    ${notice}`);
    else this.#print(`── ${finished.name}, full output (${log})\n${said}\n── end of ${finished.name}`);
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#live) process.stdout.write("\r\x1b[2K");
  }

  #print(text: string): void {
    console.log(`${this.#live ? "\r\x1b[2K" : ""}${text}`);
  }

  #draw(): void {
    const seconds = (since: number) => `${Math.round((Date.now() - since) / 1000)} s`;
    const all = [...this.#running].map(([name, { since, detail }]) => `${name} ${seconds(since)} ${detail}`.trim());
    const line = `… ${all.join("  ·  ")}`;
    process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns ?? 100) - 1)}`);
  }
}

export function lineOf({ name, outcome, seconds }: Finished): string {
  const why = "why" in outcome && outcome.why ? `: ${outcome.why}` : "";
  return `${marks[outcome.result]} ${name.padEnd(17)} ${outcome.result} (${seconds} s)${why}`;
}

/** A line for each, and at the end, where nobody has to look for them, the tests that needed their second try, and those that failed. */
export function summary(all: readonly Finished[], logOf: (name: string) => string | undefined): string {
  const count = (result: keyof typeof marks) => all.filter(({ outcome }) => outcome.result === result).length;
  const counts = `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
  const of = (result: "passed" | "failed", title: string, failedIn: (log: string) => string[]) =>
    all
      .filter(({ outcome }) => outcome.result === result)
      .flatMap(({ name }) => {
        const log = logOf(name);
        const failed = log && existsSync(log) ? failedIn(readFileSync(log, "utf8")) : [];
        return failed.length > 0 ? [`── ${title} ${name}`, ...failed] : [];
      });
  const secondTries = of("passed", "Passed at the second try in", firstTriesIn);
  return ["\n── Summary", ...all.map(lineOf), ...secondTries, ...of("failed", "Failed in", failuresIn), counts].join(
    "\n",
  );
}
