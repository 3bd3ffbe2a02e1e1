import type { Actor } from "@crosspoint/services";
import { createPlan } from "@crosspoint/services/plan/create";
import { type Launched, launchBenchmark } from "@crosspoint/services/run/launch";
import type { VirtualHost } from "../lab/virtual-host.ts";
import type { Stack } from "../stack/stack.ts";
import { fileRuns, type LabRun, labRuns, slowedAfterTwo } from "./lab-runs.ts";
import { slowDownByRounds, slowDownByTime } from "./slow-down.ts";
import { until } from "./until.ts";

/** Runs by the names that pictures have for them. */
export type RunIds = Readonly<Record<string, string>>;

const RUN_LIMIT_MS = 600_000;

interface Launch {
  readonly name: string;
  readonly savedPlanId: string;
  readonly target: Parameters<typeof launchBenchmark>[1]["target"];
  readonly confirmedSerial?: string;
}

interface BegunRun {
  readonly run: LabRun;
  /** The ids of its runs by their names, once they are over. */
  readonly ended: Promise<[string, string][]>;
}

/** Runs all plans of the pictures and waits for their ends. */
export class Measuring {
  readonly #stack: Stack;
  readonly #actor: Actor;
  readonly #plans = new Map<string, string>();
  readonly #failures: string[] = [];
  #launched: Promise<unknown> = Promise.resolve();

  constructor(stack: Stack, actor: Actor) {
    this.#stack = stack;
    this.#actor = actor;
  }

  /** On the drives of the virtual host, side by side. */
  async onDrives(host: VirtualHost): Promise<RunIds> {
    const begun: Promise<[string, string][]>[] = [];
    for (const run of labRuns) begun.push((await this.#onDrive(host, run)).ended);
    return Object.fromEntries((await Promise.all(begun)).flat());
  }

  /** Runs that did not end as they should: the others are still worth being kept. */
  get failures(): readonly string[] {
    return this.#failures;
  }

  /** On a scratch file of this machine, one after the other. */
  async onFile(): Promise<RunIds> {
    const { id: scratchFileId } = await this.#stack.db.scratchFile.findFirstOrThrow();
    const target = { kind: "scratchFile", scratchFileId } as const;
    const ids: [string, string][] = [];
    for (const run of fileRuns) {
      const savedPlanId = await this.#plan(run.plan, run.steps);
      ids.push(...(await this.#repeat(run, { savedPlanId, target })));
    }
    return Object.fromEntries(ids);
  }

  /** Begins the runs of one plan on a drive, one after the other. */
  async #onDrive(host: VirtualHost, run: LabRun): Promise<BegunRun> {
    const { serial, plan, steps } = run;
    const { id: driveId } = await this.#stack.db.drive.findFirstOrThrow({ where: { serial } });
    const savedPlanId = await this.#plan(plan, steps);
    const launch = { savedPlanId, target: { kind: "namespace", driveId, nsid: 1 }, confirmedSerial: serial } as const;
    return { run, ended: this.#repeat(run, launch, host) };
  }

  async #repeat(
    run: Omit<LabRun, "serial">,
    launch: Omit<Launch, "name">,
    host?: VirtualHost,
  ): Promise<[string, string][]> {
    const ids: [string, string][] = [];
    for (let time = 1; time <= (run.times ?? 1); time += 1) {
      const name = time === 1 ? run.name : `${run.name} ${time}`;
      if (run.name === slowedAfterTwo.name && time === 3) {
        await host?.setIopsLimit(slowedAfterTwo.serial, slowedAfterTwo.iopsLimit);
      }
      ids.push([name, await this.#run({ ...launch, name }, host)]);
    }
    return ids;
  }

  /** One run, to its end. */
  async #run({ name, savedPlanId, target, confirmedSerial }: Launch, host?: VirtualHost): Promise<string> {
    const context = { db: this.#stack.db, actor: this.#actor, now: new Date() };
    // One at a time: the connections are few.
    this.#launched = this.#launched.then(() =>
      launchBenchmark(context, {
        target,
        plan: { kind: "saved", savedPlanId, version: 1 },
        ...(confirmedSerial === undefined ? {} : { confirmedSerial }),
        queue: true,
        parallelOnHost: true,
      }),
    );
    const { runId, reason } = await (this.#launched as Promise<Launched>);
    if (reason !== undefined) throw new Error(`${name} was declined: ${reason}`);
    const stateOf = async () => await this.#stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    const isOver = async () => !/^(queued|requested|running)$/.test((await stateOf()).state);
    const changes = host === undefined ? [] : changesOf(name, { stack: this.#stack, host, runId, isOver });
    await Promise.all([until(`${name} is over`, isOver, RUN_LIMIT_MS), ...changes]);
    const { state, reason: why } = await stateOf();
    console.log(`  ${name}: ${state}${why === null ? "" : `, ${why}`}`);
    if (state !== "complete") this.#failures.push(`${name} ended as ${state}: ${why}`);
    return runId;
  }

  /** The saved plan of that name, made when it is first needed. */
  async #plan(name: string, steps: LabRun["steps"]): Promise<string> {
    const known = this.#plans.get(name);
    if (known !== undefined) return known;
    const context = { db: this.#stack.db, actor: this.#actor, now: new Date() };
    const document = { id: "pictures", readsOnly: false, steps };
    const { savedPlanId } = await createPlan(context, { name, document });
    this.#plans.set(name, savedPlanId);
    return savedPlanId;
  }
}

type Changed = Parameters<typeof slowDownByTime>[0];

function changesOf(name: string, changed: Changed): Promise<void>[] {
  if (name === "rounds") return [slowDownByRounds(changed)];
  return name === "saturation" ? [slowDownByTime(changed)] : [];
}
