import { setTimeout as sleep } from "node:timers/promises";
import { gatewayPulseEveryMs, touchGateway } from "@crosspoint/services/health/gateway-pulse";
import type { GatewayParts } from "./parts.ts";

/** Notes again and again that this gateway runs; while PostgreSQL is away it cannot, and no host can report. */
export function keepPulse({ db, logger, packages }: Pick<GatewayParts, "db" | "logger" | "packages">): {
  stop(): void;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const beat = async () => {
    let failing = false;
    while (!signal.aborted) {
      try {
        // That it runs is worth more than what it has to give.
        const builds = (await packages.all().catch(() => [])).map(({ content, ...build }) => ({
          ...build,
          bytes: content.byteLength,
        }));
        await touchGateway({ db, actor: { kind: "system", label: "gateway" } }, builds);
        failing = false;
      } catch (error) {
        if (!failing && !signal.aborted)
          logger.warn({ err: error }, "the gateway cannot note that it runs; it is tried again");
        failing = true;
      }
      await sleep(gatewayPulseEveryMs, undefined, { signal }).catch(() => undefined);
    }
  };
  void beat();
  return { stop: () => stopping.abort() };
}
