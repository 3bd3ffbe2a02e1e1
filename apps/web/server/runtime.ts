import "server-only";
import { LiveListener } from "@crosspoint/services";
import { type Auth, createAuth } from "@crosspoint/services/access/auth";
import { connectDatabase, type Database } from "@crosspoint/services/database";
import { env } from "@/env";

interface Runtime {
  readonly db: Database;
  readonly auth: Auth;
  readonly live: LiveListener;
}

/** Next.js loads this module once per bundle; the process has one pool and one listener all the same. */
const holder = globalThis as typeof globalThis & { crosspointRuntime?: Runtime };

export function runtime(): Runtime {
  holder.crosspointRuntime ??= open();
  return holder.crosspointRuntime;
}

function open(): Runtime {
  const { DATABASE_URL, BETTER_AUTH_SECRET, WEB_URL } = env();
  const db = connectDatabase(DATABASE_URL);
  const live = new LiveListener(DATABASE_URL);
  void live.start();
  return { db, live, auth: createAuth(db, { secret: BETTER_AUTH_SECRET, webUrl: WEB_URL }) };
}
