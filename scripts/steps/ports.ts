import { createServer } from "node:net";
import { StartError } from "./remedy.ts";

/** Fails, naming the variable to change, when someone else listens there. */
export async function requireFreePort(port: number, host: string, variable: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is in use by another program" : `cannot be used (${error.message})`;
      reject(
        new StartError(
          `Port ${port} on ${host} ${why}.`,
          `Stop that program (ss -ltnp 'sport = :${port}' names it), or choose another: ${variable}=${port + 1} npm start`,
        ),
      );
    });
    server.listen(port, host, () => server.close(() => resolve()));
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
