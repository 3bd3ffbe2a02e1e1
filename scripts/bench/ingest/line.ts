import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly text: string;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * A connection that is kept, on which one request after the other is sent and answered, in as little of a processor as a
 * request can take: agents have machines of their own, and those here are to take little from the one that is measured.
 * It reads what the gateway answers: a status, headers, and a body of a length that is told.
 */
export class Line {
  readonly #address: URL;
  #socket: Socket | undefined;
  #read = "";
  #waiting: Waiting | undefined;

  constructor(address: string) {
    this.#address = new URL(address);
  }

  /** Sends JSON that is packed by gzip. One at a time. */
  async post(path: string, key: string, body: Buffer): Promise<Answer> {
    const socket = this.#socket ?? this.#connect();
    this.#socket = socket;
    const head =
      `POST ${path} HTTP/1.1\r\nhost: ${this.#address.host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
      `content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      socket.cork();
      socket.write(head, "latin1");
      socket.write(body);
      socket.uncork();
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  /** The gateway closes one that nobody used for some seconds. */
  #connect(): Socket {
    const socket = connect({ host: this.#address.hostname, port: Number(this.#address.port), noDelay: true });
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => this.#take(chunk));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => {
      this.#socket = undefined;
      this.#read = "";
      this.#waiting?.reject(new Error("The gateway closed the connection before it answered."));
    });
    return socket;
  }

  #letGo(): void {
    this.#socket?.removeAllListeners("close").destroy();
    this.#socket = undefined;
  }

  #take(chunk: string): void {
    this.#read += chunk;
    const headEnd = this.#read.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = this.#read.slice(0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`An answer without its length: ${head}`);
    const from = headEnd + "\r\n\r\n".length;
    if (this.#read.length < from + Number(length)) return;
    const text = this.#read.slice(from, from + Number(length));
    const [status, retryAfter] = [head.split(" ", 2)[1], /\r\nretry-after: (\d+)/i.exec(head)?.[1]];
    const waiting = this.#waiting;
    this.#read = "";
    this.#waiting = undefined;
    // The gateway soon closes the connection of a report that it turned away before its body was read.
    if (Number(status) !== 200) this.#letGo();
    waiting?.resolve({ status: Number(status), retryAfterSeconds: Number(retryAfter ?? 1), text });
  }
}
