import { AsyncLocalStorage } from "node:async_hooks";

/** Who sent a request, and what its work found out on the way. */
export interface Client {
  readonly address: string;
  /** When to ask again, where the page could not be shown for now: its answer is then 503 and not 500. */
  retryAfterSeconds?: number;
}

/** Next.js bundles this module again; the server and the bundle share one storage all the same. */
const holder = globalThis as typeof globalThis & { crosspointClient?: AsyncLocalStorage<Client> };
holder.crosspointClient ??= new AsyncLocalStorage<Client>();
const storage = holder.crosspointClient;

/** Does the work of one request for its client. */
export function withClient(client: Client, work: () => void): void {
  storage.run(client, work);
}

/**
 * The address of whoever sent the request under way. It comes with the request's own thread of work and from no header,
 * which anyone could write. Without the server of serve.ts nobody knows it, and all share one limit.
 */
export function addressOfRequest(): string {
  return storage.getStore()?.address ?? "unknown";
}

/** Says that the page under way cannot be shown for now. */
export function notForNow(retryAfterSeconds: number): void {
  const client = storage.getStore();
  if (client !== undefined) client.retryAfterSeconds = retryAfterSeconds;
}
