import { type Actor, ServiceError } from "@crosspoint/services";
import type { ApiContext } from "../context.ts";
import { enterStream } from "./stream-limit.ts";

/** So often it is looked whether the person behind an open stream may still have it. */
export const actorCheckMs = 10_000;

export interface StreamWatch {
  /** Aborts when the stream has to end; a refusal as its reason is what the browser is told. */
  readonly signal: AbortSignal;
  close(): void;
}

/**
 * Counts a stream, and ends it when its process stops, its request is gone, or its person is no more who they were: removed, signed
 * out, or of another role. In another role the browser comes back, and what it may see is decided anew.
 */
export function watchStream(
  { actor, readActor, closing }: Pick<ApiContext, "actor" | "readActor" | "closing">,
  request: AbortSignal | undefined,
): StreamWatch {
  const leave = enterStream(actor.kind === "person" ? actor.id : "nobody");
  const ended = new AbortController();
  const onClosing = () =>
    ended.abort(new ServiceError("unavailable", "The server is stopping.", { remedy: "It is tried again." }));
  const onGone = () => ended.abort();
  const check = async () => {
    const reason = reasonToEnd(actor, await readActor());
    if (reason) ended.abort(reason);
  };
  // While the database is away nothing can be checked, and nothing of it can be shown either.
  const timer = setInterval(() => void check().catch(() => undefined), actorCheckMs);
  closing.addEventListener("abort", onClosing);
  request?.addEventListener("abort", onGone);
  const close = () => {
    leave();
    clearInterval(timer);
    closing.removeEventListener("abort", onClosing);
    request?.removeEventListener("abort", onGone);
  };
  ended.signal.addEventListener("abort", close);
  if (closing.aborted) onClosing();
  else if (request?.aborted) onGone();
  // Whoever is through with the stream ends what works for it, too.
  return { signal: ended.signal, close: () => ended.abort() };
}

function reasonToEnd(before: Actor, now: Actor): ServiceError | undefined {
  if (now.kind !== "person") {
    return new ServiceError("unauthenticated", "Your session has ended.", { remedy: "Sign in and try again." });
  }
  if (before.kind === "person" && before.id === now.id && before.role === now.role) return undefined;
  return new ServiceError("unavailable", "Your role has changed.", { remedy: "It is tried again." });
}
