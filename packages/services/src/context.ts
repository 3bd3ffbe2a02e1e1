import type { Database } from "@crosspoint/db";
import type { Actor } from "./actor.ts";

/** What every verb gets: who asks, when, and where the data is. Nothing is read from the environment inside a verb. */
export interface ServiceContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly now: Date;
}
