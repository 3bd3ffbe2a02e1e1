import { execFileSync } from "node:child_process";

export interface ReplayedDrive {
  /** Name of a profile in agent/crates/nvme-replay/profiles. */
  readonly profile: string;
  /** TOML put over it. */
  readonly changes?: string;
}

/** Sysfs, device nodes and nvme-cli of a host with replayed drives, in a folder. */
export class ReplayedHost {
  readonly #program: string;
  readonly #folder: string;

  constructor(program: string, folder: string) {
    this.#program = program;
    this.#folder = folder;
    this.#run("host", folder);
  }

  /** What makes an agent see this host's drives instead of the machine's. */
  get agentOptions(): string {
    return `--sysfs ${this.#folder}/sys --devfs ${this.#folder}/dev --nvme-cli ${this.#folder}/nvme`;
  }

  /** Plugs a drive in; returns its controller's name. */
  plug(profile: string, changes = ""): string {
    return this.#run("plug", this.#folder, profile, changes).trim();
  }

  /** Changes what a drive says from now on. */
  change(controller: string, changes: string): void {
    this.#run("change", this.#folder, controller, changes);
  }

  unplug(controller: string): void {
    this.#run("unplug", this.#folder, controller);
  }

  #run(...args: string[]): string {
    return execFileSync(this.#program, args, { encoding: "utf8" });
  }
}
