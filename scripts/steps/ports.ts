import { createServer } from "node:net";
import { StartError } from "./remedy.ts";

const retryIntervalMs = 250;

/** Fails, naming the variable to change, when someone else listens there and still does after `patienceMs`. */
export async function requireFreePort(port: number, host: string, variable: string, patienceMs = 0): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const fault = await listenFault(port, host);
    if (fault === undefined) return;
    if (fault.code === "EADDRINUSE" && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, retryIntervalMs));
      continue;
    }
    const why = fault.code === "EADDRINUSE" ? "is in use by another program" : `cannot be used (${fault.message})`;
    throw new StartError(
      `Port ${port} on ${host} ${why}.`,
      `Stop that program (ss -ltnp 'sport = :${port}' names it), or choose another: ${variable}=${port + 1} npm start`,
    );
  }
}

async function listenFault(port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.on("error", resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** A port of this machine that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
