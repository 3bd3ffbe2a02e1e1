import { existsSync, readFileSync } from "node:fs";
import type { Finished } from "./schedule.ts";

const marks = { passed: "✓", failed: "✗", skipped: "–" } as const;
const redrawMs = 200;

/** One line for each task that ends; on a terminal, a last line with what runs. A failed part's whole log is printed. */
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
    if (finished.outcome.result !== "failed" || !log || !existsSync(log)) return;
    this.#print(
      `── ${finished.name}, everything it said (${log})\n${readFileSync(log, "utf8").trimEnd()}\n── end of ${finished.name}`,
    );
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

export function summary(all: readonly Finished[]): string {
  const count = (result: keyof typeof marks) => all.filter(({ outcome }) => outcome.result === result).length;
  const counts = `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
  return ["\n── Summary", ...all.map(lineOf), counts].join("\n");
}
