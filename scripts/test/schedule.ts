/** Something to be done: a build, or a part of the tests. */
export interface Task {
  readonly name: string;
  /** How many processors it keeps busy, as measured; one that mostly waits has less than 1. */
  readonly cores: number;
  /** Tasks that must have succeeded before it begins. */
  readonly after: readonly string[];
  readonly run: (signal: AbortSignal) => Promise<Outcome>;
}

export type Outcome =
  | { readonly result: "passed" }
  | { readonly result: "failed"; readonly why?: string }
  | { readonly result: "skipped"; readonly why: string };

export interface Finished {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

export interface Schedule {
  /** How many processors may be kept busy; a task that wants more runs alone. */
  readonly cores: number;
  /** Aborted: what runs is asked to end, and nothing is begun any more. */
  readonly signal: AbortSignal;
  readonly onStart?: (name: string) => void;
  readonly onEnd?: (finished: Finished) => void;
}

/** Runs tasks side by side as long as the processors suffice, each as soon as it can, the first in the list first. */
export async function runTasks(tasks: readonly Task[], schedule: Schedule): Promise<Finished[]> {
  const waiting = new Set(tasks);
  const running = new Map<Task, Promise<void>>();
  const finished = new Map<string, Finished>();
  const end = (task: Task, outcome: Outcome, seconds: number) => {
    finished.set(task.name, { name: task.name, outcome, seconds });
    schedule.onEnd?.({ name: task.name, outcome, seconds });
  };
  while (waiting.size > 0 || running.size > 0) {
    const before = waiting.size;
    for (const task of waiting) {
      const hindrance = schedule.signal.aborted ? stopped : hindranceOf(task, finished);
      if (hindrance) end(task, hindrance, 0);
      else if (!isReady(task, finished) || !fits(task, [...running.keys()], schedule.cores)) continue;
      else
        running.set(
          task,
          start(task).finally(() => running.delete(task)),
        );
      waiting.delete(task);
    }
    if (running.size > 0) await Promise.race(running.values());
    else if (waiting.size === before) throw new Error(`nothing is running, but these are waiting: ${namesOf(waiting)}`);
  }
  return tasks.flatMap(({ name }) => finished.get(name) ?? []);

  async function start(task: Task): Promise<void> {
    const began = Date.now();
    schedule.onStart?.(task.name);
    const outcome = await task
      .run(schedule.signal)
      .catch((error) => ({ result: "failed" as const, why: String(error) }));
    end(task, outcome, Math.round((Date.now() - began) / 1000));
  }
}

const namesOf = (tasks: Iterable<Task>) => [...tasks].map(({ name }) => name).join(", ");

const stopped: Outcome = { result: "skipped", why: "stopped before it began" };

function hindranceOf({ after }: Task, finished: ReadonlyMap<string, Finished>): Outcome | undefined {
  for (const name of after) {
    const before = finished.get(name)?.outcome;
    if (before?.result === "failed") return { result: "failed", why: `${name} failed` };
    if (before?.result === "skipped") return { result: "skipped", why: before.why };
  }
  return undefined;
}

const isReady = ({ after }: Task, finished: ReadonlyMap<string, Finished>) => after.every((name) => finished.has(name));

function fits(task: Task, running: readonly Task[], cores: number): boolean {
  const busy = running.reduce((sum, other) => sum + other.cores, 0);
  return running.length === 0 || busy + task.cores <= cores;
}
