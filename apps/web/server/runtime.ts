import "server-only";
import { LiveListener } from "@crosspoint/services";
import { type Auth, createAuth } from "@crosspoint/services/access/auth";
import { connectDatabase, type Database } from "@crosspoint/services/database";
import { env } from "@/env";

interface Runtime {
  readonly db: Database;
  readonly auth: Auth;
  readonly live: LiveListener;
  /** Aborts when the process is asked to stop. */
  readonly closing: AbortSignal;
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
  return { db, live, closing: closingSignal(), auth: createAuth(db, { secret: BETTER_AUTH_SECRET, webUrl: WEB_URL }) };
}

/** Answers under way get this long after the process was asked to stop. */
const closingGraceMs = 3000;

/**
 * The server waits for open answers before it exits. A subscription would stay open for ever, and a browser that asks
 * again on the same connection would keep it so; therefore subscriptions end at once, and the process after the grace.
 */
function closingSignal(): AbortSignal {
  const controller = new AbortController();
  const close = () => {
    controller.abort();
    setTimeout(() => process.exit(0), closingGraceMs).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, close);
  return controller.signal;
}
