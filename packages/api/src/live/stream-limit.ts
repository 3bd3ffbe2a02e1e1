import { ServiceError } from "@crosspoint/services";

/** Streams that one person may hold open at once: one a tab, on all their devices. */
export const streamsLimit = 50;

/** How many each person holds in this process. */
const open = new Map<string, number>();

/** Counts a stream in; answers what counts it out, once. */
export function enterStream(personId: string): () => void {
  const streams = open.get(personId) ?? 0;
  if (streams >= streamsLimit) {
    throw new ServiceError("tooMany", `You have ${streamsLimit} pages open already.`, {
      remedy: "Close some of them.",
      retryAfterSeconds: 10,
    });
  }
  open.set(personId, streams + 1);
  let left = false;
  return () => {
    if (left) return;
    left = true;
    const now = (open.get(personId) ?? 1) - 1;
    if (now > 0) open.set(personId, now);
    else open.delete(personId);
  };
}
