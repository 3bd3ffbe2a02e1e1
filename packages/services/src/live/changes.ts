import type { SqlRunner } from "@crosspoint/db";
import { notifyAll } from "./notify.ts";
import type { LiveEvent } from "./topics.ts";

/** More drives than this at once, and none is named: a host that falls silent may have a thousand. */
const namedDrivesLimit = 50;

/** Collects what changed its state, each thing once, and tells it in one statement. */
export class LiveChanges {
  readonly #hosts = new Set<string>();
  readonly #drives = new Set<string>();
  readonly #runs = new Set<string>();

  host(hostId: string): void {
    this.#hosts.add(hostId);
  }

  drive(driveId: string): void {
    this.#drives.add(driveId);
  }

  get anyDrive(): boolean {
    return this.#drives.size > 0;
  }

  run(runId: string): void {
    this.#runs.add(runId);
  }

  async announce(tx: SqlRunner): Promise<void> {
    const many = this.#drives.size > namedDrivesLimit;
    await notifyAll(tx, [
      ...[...this.#hosts].map((hostId): LiveEvent => ({ topic: "host", hostId })),
      ...[...this.#runs].map((runId): LiveEvent => ({ topic: "run", runId })),
      ...(many ? [{ topic: "drives" } as const] : []),
      ...(many ? [] : [...this.#drives].map((driveId): LiveEvent => ({ topic: "drive", driveId }))),
    ]);
  }
}
