import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A conversation in lines over a unix socket that QEMU connects to. */
export interface LineChannel {
  send(line: string): void;
  close(): void;
}

interface Listeners {
  onLine(line: string): void;
  onClose(): void;
}

/**
 * Listens on `path` for the one connection that QEMU makes as it starts. We listen and QEMU connects, not the other way
 * round, so that the guest finds its port connected from the first instruction.
 */
export async function listenForChannel(path: string, listeners: Listeners): Promise<LineChannel> {
  let socket: Socket | null = null;
  const server = createServer((connected) => {
    socket = connected;
    server.close();
    connected.on("error", () => connected.destroy());
    connected.on("close", () => listeners.onClose());
    createInterface({ input: connected, crlfDelay: Number.POSITIVE_INFINITY }).on("line", listeners.onLine);
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(path, resolve);
  });
  return {
    send(line) {
      if (socket === null || !socket.writable) {
        throw new Error(`nothing is connected to ${path}`);
      }
      socket.write(`${line}\n`);
    },
    close() {
      server.close();
      socket?.destroy();
    },
  };
}
