import { type LineChannel, listenForChannel } from "./line-channel.ts";

const REPLY_LIMIT_MS = 15_000;

/** What QEMU says on its machine protocol: the greeting, a reply to a command, or an event. */
interface QmpMessage {
  QMP?: unknown;
  id?: number;
  return?: unknown;
  error?: { class: string; desc: string };
  event?: string;
  data?: Record<string, unknown>;
}

interface Waiter {
  /** Takes the message if it is the one waited for. */
  offer(message: QmpMessage): boolean;
  abandon(reason: string): void;
}

/** A client of the QEMU Machine Protocol (QEMU documentation, "QEMU Machine Protocol Specification"). */
export class Qmp {
  readonly #waiters = new Set<Waiter>();
  #channel: LineChannel | null = null;
  #nextId = 1;

  static async listen(path: string): Promise<Qmp> {
    const qmp = new Qmp();
    qmp.#channel = await listenForChannel(path, {
      onLine: (line) => qmp.#take(line),
      onClose: () => qmp.#abandonAll("the virtual host is gone"),
    });
    return qmp;
  }

  /** The protocol starts with a greeting from QEMU and is silent until its capabilities are negotiated. */
  async negotiate(): Promise<void> {
    await this.execute("qmp_capabilities");
  }

  async execute(command: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const id = this.#nextId++;
    const reply = this.#wait(`a reply to ${command}`, (message) => message.id === id);
    this.#channel?.send(JSON.stringify({ execute: command, arguments: args, id }));
    const { error, return: value } = await reply;
    if (error !== undefined) {
      throw new Error(`QEMU refused ${command} ${JSON.stringify(args)}: ${error.desc}`);
    }
    return value;
  }

  /** Resolves with the data of the next event of that name for which `matches` holds. */
  async event(name: string, matches: (data: Record<string, unknown>) => boolean = () => true) {
    const message = await this.#wait(`event ${name}`, ({ event, data }) => event === name && matches(data ?? {}));
    return message.data ?? {};
  }

  close(): void {
    this.#channel?.close();
    this.#abandonAll("the virtual host was stopped");
  }

  #wait(what: string, wanted: (message: QmpMessage) => boolean): Promise<QmpMessage> {
    return new Promise((resolve, reject) => {
      const abandon = (reason: string) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        reject(new Error(`QEMU did not send ${what}: ${reason}`));
      };
      const timer = setTimeout(() => abandon(`nothing within ${REPLY_LIMIT_MS} ms`), REPLY_LIMIT_MS);
      const offer = (message: QmpMessage) => {
        if (!wanted(message)) {
          return false;
        }
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(message);
        return true;
      };
      const waiter: Waiter = { offer, abandon };
      this.#waiters.add(waiter);
    });
  }

  #take(line: string): void {
    const message = JSON.parse(line) as QmpMessage;
    for (const waiter of [...this.#waiters]) {
      waiter.offer(message);
    }
  }

  #abandonAll(reason: string): void {
    for (const waiter of [...this.#waiters]) {
      waiter.abandon(reason);
    }
  }
}
