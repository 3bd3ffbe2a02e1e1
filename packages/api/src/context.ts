import type { LiveListener, ServiceContext } from "@crosspoint/services";

/** What every procedure gets: what verbs need, and the process's own live listener. */
export interface ApiContext extends ServiceContext {
  readonly live: LiveListener;
  /** Aborts when the process is asked to stop, so that open subscriptions do not hold it. */
  readonly closing: AbortSignal;
  /** The URL that agents report to, for the command that adds a host. */
  readonly gatewayUrl: string;
}
