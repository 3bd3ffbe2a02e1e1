import { environmentEvent } from "@crosspoint/protocol";
import type { z } from "zod";

const environment = environmentEvent
  .omit({ id: true, kind: true, timeMs: true, sequence: true })
  .transform(({ bootedMs, ...told }) => ({
    ...told,
    bootedAt: bootedMs === undefined ? undefined : new Date(bootedMs),
  }));

/** What a host said of itself last. */
export type HostEnvironment = z.infer<typeof environment>;

/** The one reader of `host.environment`; undefined before the host's first word of itself. */
export function readEnvironment(column: unknown): HostEnvironment | undefined {
  return environment.nullish().parse(column) ?? undefined;
}
