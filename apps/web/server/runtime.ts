import "server-only";
import { type ImportPlaces, newCallBuckets, newImportPlaces } from "@crosspoint/api";
import { LiveListener } from "@crosspoint/services";
import { createAuth } from "@crosspoint/services/access/rules/auth";
import { FailedSignIns, failureWindowMs } from "@crosspoint/services/access/rules/failed-sign-ins";
import { SignInGuard } from "@crosspoint/services/access/rules/sign-in-guard";
import { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import { type Door, writeFailures } from "@crosspoint/services/access/sign-in";
import { connectDatabase, type Database } from "@crosspoint/services/database";
import { env } from "@/env";

interface Runtime {
  readonly db: Database;
  readonly door: Door;
  /** Calls by address. */
  readonly calls: TokenBuckets;
  readonly imports: ImportPlaces;
  /** Tokens of links that were tried, by address. */
  readonly tokenGuesses: TokenBuckets;
  /** Reads by share links, by address. */
  readonly sharedReads: TokenBuckets;
  readonly live: LiveListener;
  /** Aborts when the process is asked to stop. */
  readonly closing: AbortSignal;
}

/** Links are opened by people, once: more is a machine that guesses. */
const tokenGuessRate = { burst: 10, perSecond: 1 / 6 };

/** A shared page asks once for what it shows, and again for each metric that its reader looks at. */
const sharedReadRate = { burst: 60, perSecond: 1 };

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
  const auth = createAuth(db, { secret: BETTER_AUTH_SECRET, webUrl: WEB_URL });
  const door = { auth, guard: new SignInGuard(), failed: new FailedSignIns() };
  writeFailuresLater(db, door.failed);
  const tokenGuesses = new TokenBuckets(tokenGuessRate);
  const sharedReads = new TokenBuckets(sharedReadRate);
  return {
    db,
    live,
    door,
    tokenGuesses,
    sharedReads,
    calls: newCallBuckets(),
    imports: newImportPlaces(),
    closing: closingSignal(),
  };
}

/** What a window of failed sign-ins left to be written, though nobody tries any more. */
function writeFailuresLater(db: Database, failed: FailedSignIns): void {
  const write = async () => {
    const now = new Date();
    await writeFailures({ db, now, actor: { kind: "anonymous" } }, failed.drain(now.getTime()));
  };
  const report = (error: unknown) => console.error("Failed sign-ins could not be written to the audit:", error);
  setInterval(() => void write().catch(report), failureWindowMs / 2).unref();
}

/** Subscriptions would keep the process for ever: they end as soon as it is asked to stop; serve.ts does the rest. */
function closingSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
