import { verdictRank } from "@crosspoint/domain";
import type { Actor } from "@crosspoint/services";
import type { Browser, Page } from "@playwright/test";
import { step } from "../../scripts/steps/progress.ts";
import type { VirtualHost } from "../lab/virtual-host.ts";
import { admin, type Stack } from "../stack/stack.ts";
import { signIn } from "../steps/sign-in.ts";
import { comparePictures } from "./compare-pictures.ts";
import { comparedIds } from "./compared.ts";
import { storeExamples } from "./examples.ts";
import { writeGallery } from "./gallery.ts";
import { keep, restore } from "./kept.ts";
import { bootLabHost, removeScratchFile, startFileHost } from "./lab-host.ts";
import { shownDrive, sickDrive } from "./lab-runs.ts";
import { Measuring, type RunIds } from "./measure.ts";
import { livePictures, scheduleWeekly } from "./page-pictures.ts";
import type { Picture } from "./picture.ts";
import { runPictures } from "./run-pictures.ts";
import { take } from "./take.ts";
import { until } from "./until.ts";

const samplesWanted = 20;

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
    const context = await browser.newContext({ baseURL: stack.settings.webUrl, reducedMotion: "reduce" });
    const page = await context.newPage();
    await signIn(page, admin);
    const { id, name, email } = await stack.db.user.findUniqueOrThrow({ where: { email: admin.email } });
    return new Session(stack, page, { kind: "person", id, name, email, role: "admin" });
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
      if (does.takes) await this.#takeAll(host, runs);
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

  async #takeAll(host: VirtualHost, runs: RunIds): Promise<void> {
    await host.setCriticalWarning(sickDrive, 0b100);
    await step("Gather a history", () => gatherHistory(this.#stack));
    await scheduleWeekly(this.#stack, this.#actor);
    const { id: driveId } = await this.#stack.db.drive.findFirstOrThrow({ where: { serial: shownDrive } });
    const live = livePictures(driveId);
    await step("Take the pictures of the fleet", (show) => this.#take(live, show));
    const pictures = await this.#ofRuns(runs);
    await step("Take the pictures of runs", (show) => this.#take(pictures, show));
    writeGallery([...live, ...pictures]);
  }

  /** The pictures of these names ("compare-": of all that begin so), of what was kept; no host is there. */
  async take(names: readonly string[]): Promise<void> {
    const pictures = await this.#ofRuns(await restore(this.#stack.db));
    const wanted = pictures.filter(({ name }) =>
      names.some((each) => name === each || (each.endsWith("-") && name.startsWith(each))),
    );
    await step("Take the pictures", (show) => this.#take(wanted, show));
    writeGallery([...livePictures(""), ...pictures]);
  }

  async #ofRuns(runs: RunIds): Promise<Picture[]> {
    const examples = await storeExamples(this.#stack);
    const ids = await comparedIds(this.#stack, this.#actor, runs);
    return [...runPictures(runs, examples), ...comparePictures(runs, ids)];
  }

  async #take(pictures: readonly Picture[], show: (line: string) => void): Promise<void> {
    for (const picture of pictures) {
      show(picture.name);
      await take(this.#page, picture).catch((cause: unknown) => {
        throw new Error(`The picture ${picture.name} could not be taken.`, { cause });
      });
    }
  }
}

/** Enough for the charts over time, and a drive that says that it fails. */
async function gatherHistory({ db }: Stack): Promise<void> {
  const { id: driveId } = await db.drive.findFirstOrThrow({ where: { serial: shownDrive } });
  await until("there is a history", async () => (await db.smartSample.count({ where: { driveId } })) >= samplesWanted);
  const failing = { verdictRank: verdictRank("replace") };
  await until("the warning is known", async () => (await db.driveState.count({ where: failing })) === 1);
}
