import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";

/** Nothing more follows once the thread has done next to nothing, and nothing has been asked for, for this long. */
const quietMs = 500;
const pollMs = 50;
/** What a quiet page does in such a poll: a timer, a frame. */
const idleMs = 1;
const longestWaitMs = 20_000;

export interface Work {
  /** Until the window shows the new state. */
  readonly shownMs: number;
  /** All that follows, until nothing more does. */
  readonly allMs: number;
  /** By the clock; zero where none took 50 ms, which the browser does not tell of. */
  readonly longestTaskMs: number;
}

/**
 * What a page's main thread works, as the kernel counts it for that thread: input, scripts, styles, layout, painting and
 * collecting garbage. Time in which another program had the processor is not part of it, and asking costs the page nothing.
 */
export class MainThread {
  readonly #page: Page;
  readonly #pid: number;
  /** Answers of the server that are being waited for. */
  #asked = 0;

  private constructor(page: Page, pid: number) {
    this.#page = page;
    this.#pid = pid;
    const answered = () => {
      this.#asked -= 1;
    };
    const isAnswered = (url: string) => url.includes("/api/trpc/") && !url.includes("live");
    page.on("request", (request) => {
      if (isAnswered(request.url())) this.#asked += 1;
    });
    page.on("requestfinished", (request) => isAnswered(request.url()) && answered());
    page.on("requestfailed", (request) => isAnswered(request.url()) && answered());
  }

  /** Of the renderer that works while the page is made to: other pages of the browser stand still. */
  static async of(browser: Browser, page: Page): Promise<MainThread> {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    const before = pids.map(processorMs);
    await page.evaluate(() => {
      const end = performance.now() + 200;
      while (performance.now() < end);
    });
    const worked = pids.map((pid, index) => ({ pid, ms: processorMs(pid) - (before[index] ?? 0) }));
    const [most] = worked.toSorted((a, b) => b.ms - a.ms);
    if (most === undefined) throw new Error("The browser names no renderer.");
    return new MainThread(page, most.pid);
  }

  /** What `act` causes; the new state is there once `look`, which runs on the page, sees another one and it was painted. */
  async workOf(act: () => Promise<void>, look: () => unknown): Promise<Work> {
    await this.#page.evaluate(observeLongTasks);
    const shown = this.#shown(look);
    await this.untilQuiet();
    const before = processorMs(this.#pid);
    await act();
    const shownMs = (await shown) - before;
    await this.untilQuiet();
    const allMs = processorMs(this.#pid) - before;
    return { shownMs, allMs, longestTaskMs: await this.#page.evaluate(longestTaskMs) };
  }

  /** The thread's time at which the page tells that it was painted anew, heard without asking it. */
  async #shown(look: () => unknown): Promise<number> {
    const painted = this.#page.waitForEvent("console", { predicate: (message) => message.text() === "painted" });
    // As text: the page's own rules forbid it to make functions.
    await this.#page.evaluate(`(${tellOncePainted})(${look})`);
    await painted;
    return processorMs(this.#pid);
  }

  async untilQuiet(): Promise<void> {
    const end = performance.now() + longestWaitMs;
    let [quiet, last] = [0, processorMs(this.#pid)];
    while (quiet < quietMs && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      const now = processorMs(this.#pid);
      quiet = this.#asked > 0 || now - last > idleMs ? 0 : quiet + pollMs;
      last = now;
    }
  }
}

/** What the first thread of a process has worked; that of a renderer is its main thread. */
function processorMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

/** Looks at the page when it changes, and at no other time. */
function tellOncePainted(look: () => unknown): void {
  const before = look();
  const observer = new MutationObserver(() => {
    const now = look();
    if (now === undefined || now === before) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => console.info("painted")));
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

type Observed = typeof globalThis & { longest?: number; observer?: PerformanceObserver };

function observeLongTasks(): void {
  const here = globalThis as Observed;
  here.observer?.disconnect();
  here.longest = 0;
  here.observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) here.longest = Math.max(here.longest ?? 0, duration);
  });
  here.observer.observe({ type: "longtask" });
}

function longestTaskMs(): number {
  return (globalThis as Observed).longest ?? 0;
}
