import type { SqlRunner } from "@crosspoint/db";
import { openPolls, type PolledHost } from "@crosspoint/db/queries/open-polls";
import { Gathering } from "../gathering.ts";

/** Polls of one look, and of those that wait for the next. */
const limits = { togetherMost: 500, waitingMost: 20_000 };

interface Poll {
  readonly keyHash: string;
  readonly now: Date;
}

/**
 * Agents that ask for commands: when they were heard of, and whether any command waits. Nearly always none does, and a fleet asks hundreds
 * of times a second: those that come while the database looks for others share the next look.
 */
export class PollOpenings {
  readonly #looks: Gathering<Poll, PolledHost | undefined>;

  constructor(db: SqlRunner) {
    this.#looks = new Gathering((polls) => openAll(db, polls), limits);
  }

  /** Undefined for a key that was revoked, though its host may have another by now, and for that of a host that was removed. */
  async open(poll: Poll): Promise<PolledHost | undefined> {
    return this.#looks.add(poll);
  }
}

async function openAll(db: SqlRunner, polls: readonly Poll[]): Promise<(PolledHost | undefined)[]> {
  const now = new Date(Math.max(...polls.map((poll) => poll.now.getTime())));
  const hosts = await openPolls(db, [...new Set(polls.map(({ keyHash }) => keyHash))], now);
  const byKey = new Map(hosts.map((host) => [host.keyHash, host]));
  return polls.map(({ keyHash }) => byKey.get(keyHash));
}
