import { setTimeout as sleep } from "node:timers/promises";
import type { Watch } from "./watches.ts";
import type { WorkParts } from "./work-parts.ts";

/** Runs a watch again and again, one at a time; a failure is said once and the next turn tries again. */
export function keepWatch(watch: Watch, parts: WorkParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const ended = watchUntil(stopping.signal, watch, parts);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function watchUntil(stopped: AbortSignal, watch: Watch, { db, logger, now }: WorkParts): Promise<void> {
  const context = () => ({ db, actor: { kind: "system", label: `worker: ${watch.name}` } as const, now: now() });
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped }).catch(() => undefined);
  let warned: string | undefined;
  let failing = false;
  while (!stopped.aborted) {
    try {
      const warning = await watch.warning?.(context());
      if (warning !== undefined && warning !== warned) logger.warn({ watch: watch.name }, warning);
      warned = warning;
      const changed = (await watch.waits?.(context())) ? 0 : await watch.run(context());
      if (changed > 0) logger.info({ watch: watch.name, changed }, "watch changed something");
      failing = false;
    } catch (error) {
      if (!failing) logger.error({ watch: watch.name, err: error }, "watch failed; it is tried again");
      failing = true;
    }
    await pause(watch.everyMs);
  }
}
