import type { Actor, LiveListener, ServiceContext } from "@crosspoint/services";
import type { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import type { Door } from "@crosspoint/services/access/sign-in";

/** What every procedure gets: what verbs need, and the process's own live listener. */
export interface ApiContext extends ServiceContext {
  readonly live: LiveListener;
  /** Aborts when the process is asked to stop, so that open subscriptions do not hold it. */
  readonly closing: AbortSignal;
  /** The URL that agents report to, for the command that adds a host. */
  readonly gatewayUrl: string;
  /** The URL at which people open the pages, for links that are sent to them. */
  readonly webUrl: string;
  readonly door: Door;
  /** What is tried without being signed in, by address: tokens of links. */
  readonly tokenGuesses: TokenBuckets;
  /** What is read by share links, by address. */
  readonly sharedReads: TokenBuckets;
  readonly request: ApiRequest;
  /** Headers that the answer gets: cookies. */
  readonly answer: { readonly headers: Headers };
  /** Who the session speaks for now: it may have ended, or its person have another role. */
  readonly readActor: () => Promise<Actor>;
}

export interface ApiRequest {
  readonly headers: Headers;
  /** Of whoever sent it, by the rule of `clientAddress`. */
  readonly address: string;
}
