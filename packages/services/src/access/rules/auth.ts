import type { Database } from "@crosspoint/db";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { betterAuth } from "better-auth/minimal";
import { type Actor, roleOf } from "../../actor.ts";
import { actorOfApiToken, apiTokenIn } from "./api-token.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { passwordLimits } from "./passwords.ts";

export interface AuthSettings {
  /** Signs the session cookies; at least 32 characters. */
  readonly secret: string;
  /** Where people open the product; https makes the cookies secure. */
  readonly webUrl: string;
}

const dayMs = 86_400_000;
/** A session ends this long after it was opened, whatever is done in it. */
export const sessionLimitMs = 30 * dayMs;
/** And this long after it was last used. */
export const sessionIdleLimitMs = 7 * dayMs;
/** How exactly it is written down when a session was last used. */
const lastUsedGrainMs = 300_000;

/** Where better-auth reads the address of a new session. Only `signIn` writes it: its requests are made there. */
export const addressHeader = "x-crosspoint-address";

/**
 * Sign-in by e-mail and password. Nobody signs up: people are added by an admin, the first one by the setup link. Only
 * its functions are used; none of its HTTP routes is served.
 */
export function createAuth(db: Database, settings: AuthSettings) {
  return betterAuth({
    appName: "Crosspoint",
    secret: settings.secret,
    baseURL: settings.webUrl,
    database: prismaAdapter(db, { provider: "postgresql", transaction: true }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLimits.minCharacters,
      maxPasswordLength: passwordLimits.maxCharacters,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: { additionalFields: { role: { type: "string", input: false, required: false, defaultValue: "viewer" } } },
    session: { expiresIn: sessionLimitMs / 1000, disableSessionRefresh: true },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: "crosspoint",
      useSecureCookies: settings.webUrl.startsWith("https:"),
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    // A wrong password is in the audit; the log need not say it too.
    logger: { level: "error" },
    telemetry: { enabled: false },
  });
}

export type Auth = ReturnType<typeof createAuth>;

interface Asked {
  readonly auth: Auth;
  readonly db: Database;
  readonly now: Date;
}

/** Who sends this request, by its API token; by the session cookie where it shows none. */
export async function actorOfRequest({ auth, db, now }: Asked, headers: Headers): Promise<Actor> {
  const token = apiTokenIn(headers);
  return token === undefined ? actorOfSession({ auth, db, now }, headers) : actorOfApiToken({ db, now }, token);
}

async function actorOfSession({ auth, db, now }: Asked, headers: Headers): Promise<Actor> {
  const found = await auth.api.getSession({ headers: new Headers({ cookie: headers.get("cookie") ?? "" }) });
  if (!found) return { kind: "anonymous" };
  const { user, session } = found;
  const unusedMs = now.getTime() - session.updatedAt.getTime();
  if (unusedMs > sessionIdleLimitMs) {
    await db.session.deleteMany({ where: { id: session.id } });
    return { kind: "anonymous" };
  }
  if (unusedMs > lastUsedGrainMs) await db.session.updateMany({ where: { id: session.id }, data: { updatedAt: now } });
  return {
    kind: "person",
    id: user.id,
    email: user.email,
    name: user.name,
    role: roleOf(user.role),
    sessionId: session.id,
  };
}
