import { type LineChannel, listenForChannel } from "./line-channel.ts";

/** A guest that is too busy to answer in time gets this much more before it counts as hung. */
const ANSWER_GRACE_MS = 20_000;

/** Of what a command that overran has said, and what it waited for: so much of the end. */
const SAID_CHARACTERS = 6000;

export interface CommandResult {
  stdout: Buffer;
  stderr: Buffer;
  exitCode: number;
}

interface Pending {
  script: string;
  resolve(result: CommandResult): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** The host's side of guest/command-server: shell scripts in, their output and exit code out, several at a time. */
export class GuestCommands {
  readonly ready: Promise<string>;
  readonly #pending = new Map<string, Pending>();
  #channel: LineChannel | null = null;
  #nextId = 1;
  #becomeReady: (kernel: string) => void = () => {};

  private constructor() {
    this.ready = new Promise((resolve) => {
      this.#becomeReady = resolve;
    });
  }

  static async listen(path: string): Promise<GuestCommands> {
    const commands = new GuestCommands();
    commands.#channel = await listenForChannel(path, {
      onLine: (line) => commands.#take(line),
      onClose: () => commands.#failAll("the virtual host is gone"),
    });
    return commands;
  }

  /** Runs a shell script in the guest. Rejects when it overruns `timeoutMs` or the guest does not answer at all. */
  run(script: string, timeoutMs: number): Promise<CommandResult> {
    const id = String(this.#nextId++);
    const limitSeconds = Math.ceil(timeoutMs / 1000);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`the virtual host did not answer within ${limitSeconds} s and a grace: ${script}`));
      }, timeoutMs + ANSWER_GRACE_MS);
      this.#pending.set(id, { script, resolve, reject, timer });
      try {
        this.#channel?.send(`${id} ${limitSeconds} ${Buffer.from(script).toString("base64")}`);
      } catch (error) {
        this.#failAll(`cannot reach the virtual host: ${String(error)}`);
      }
    });
  }

  close(): void {
    this.#channel?.close();
    this.#failAll("the virtual host was stopped");
  }

  #take(line: string): void {
    const [id = "", code = "", stdout = "", stderr = ""] = line.split(" ");
    if (id === "ready") {
      this.#becomeReady(code);
      return;
    }
    const pending = this.#pending.get(id);
    if (pending === undefined) {
      return;
    }
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    const result = { stdout: decode(stdout), stderr: decode(stderr), exitCode: Number(code) };
    if (code === "overrun") {
      const said = `${result.stdout}${result.stderr}`.slice(-SAID_CHARACTERS);
      pending.reject(new Error(`the command overran its time limit in the virtual host: ${pending.script}\n${said}`));
      return;
    }
    pending.resolve(result);
  }

  #failAll(reason: string): void {
    for (const { reject, timer, script } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new Error(`${reason}; unanswered: ${script}`));
    }
    this.#pending.clear();
  }
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}
