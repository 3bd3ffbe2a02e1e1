import { AsyncLocalStorage } from "node:async_hooks";

interface Client {
  readonly address: string;
}

/** Next.js bundles this module again; the server and the bundle share one storage all the same. */
const holder = globalThis as typeof globalThis & { crosspointClient?: AsyncLocalStorage<Client> };
holder.crosspointClient ??= new AsyncLocalStorage<Client>();
const storage = holder.crosspointClient;

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
