import type { Actor } from "@crosspoint/services";
import type { Browser, Page } from "@playwright/test";
import { step } from "../../scripts/steps/progress.ts";
import type { VirtualHost } from "../lab/virtual-host.ts";
import type { Stack } from "../stack/stack.ts";
import { comparePictures } from "./compare-pictures.ts";
import { comparedIds } from "./compared.ts";
import { storeExamples } from "./examples.ts";
import { keep, restore } from "./kept.ts";
import { bootLabHost, removeScratchFile, startFileHost } from "./lab-host.ts";
import { Measuring, type RunIds } from "./measure.ts";
import { livePictures, scheduleWeekly } from "./page-pictures.ts";
import type { Picture } from "./picture.ts";
import { runPictures } from "./run-pictures.ts";
import { signedIn } from "./signed-in.ts";
import { takeAll } from "./take.ts";

/** A product with an admin who is signed in, from which pictures are taken. */
export class Session {
  readonly #stack: Stack;
  readonly #page: Page;
  readonly #actor: Actor;

  private constructor(stack: Stack, page: Page, actor: Actor) {
    this.#stack = stack;
    this.#page = page;
    this.#actor = actor;
  }

  static async begin(stack: Stack, browser: Browser): Promise<Session> {
    const { page, actor } = await signedIn(stack, browser);
    return new Session(stack, page, actor);
  }

  /** Measures all that pictures show and keeps it; takes all pictures, of that or of what was kept. */
  async whole(does: { readonly measures: boolean; readonly takes: boolean }): Promise<void> {
    await startFileHost(this.#stack);
    try {
      await this.#wholeOnHosts(does);
    } finally {
      removeScratchFile();
    }
  }

  async #wholeOnHosts(does: { readonly measures: boolean; readonly takes: boolean }): Promise<void> {
    const measuring = new Measuring(this.#stack, this.#actor);
    const onFile = does.measures ? await step("Measure on a scratch file", () => measuring.onFile()) : {};
    const host = await step("Boot the virtual host", () => bootLabHost(this.#stack));
    try {
      const runs = await (does.measures ? this.#measure(measuring, host, onFile) : restore(this.#stack.db));
      if (does.takes) await this.#takeAll(runs);
    } finally {
      await host.stop();
    }
  }

  async #measure(measuring: Measuring, host: VirtualHost, onFile: RunIds): Promise<RunIds> {
    const runs = { ...onFile, ...(await step("Measure on emulated drives", () => measuring.onDrives(host))) };
    await keep(this.#stack.db, runs);
    if (measuring.failures.length > 0) throw new Error(measuring.failures.join("\n"));
    return runs;
  }

  async #takeAll(runs: RunIds): Promise<void> {
    await scheduleWeekly(this.#stack, this.#actor);
    await step("Take the pictures of launching", (show) => takeAll(this.#page, livePictures(), show));
    const pictures = await this.#ofRuns(runs);
    await step("Take the pictures of runs", (show) => takeAll(this.#page, pictures, show));
  }

  /** The pictures of these names ("compare-": of all that begin so), of what was kept; no host is there. */
  async take(names: readonly string[]): Promise<void> {
    const pictures = await this.#ofRuns(await restore(this.#stack.db));
    const wanted = pictures.filter(({ name }) =>
      names.some((each) => name === each || (each.endsWith("-") && name.startsWith(each))),
    );
    await step("Take the pictures", (show) => takeAll(this.#page, wanted, show));
  }

  async #ofRuns(runs: RunIds): Promise<Picture[]> {
    const examples = await storeExamples(this.#stack);
    const ids = await comparedIds(this.#stack, this.#actor, runs);
    return [...runPictures(runs, examples), ...comparePictures(runs, ids)];
  }
}
