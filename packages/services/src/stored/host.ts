import { type AgentEventOf, environmentEvent } from "@crosspoint/protocol";

/** What a host said of itself last. */
export type HostEnvironment = Omit<AgentEventOf<"environment">, "id" | "kind" | "timeMs" | "sequence">;

const environment = environmentEvent.omit({ id: true, kind: true, timeMs: true, sequence: true });

/** The one reader of `host.environment`; undefined before the host's first word of itself. */
export function readEnvironment(column: unknown): HostEnvironment | undefined {
  return environment.nullish().parse(column) ?? undefined;
}
