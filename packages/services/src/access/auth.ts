import type { Database } from "@crosspoint/db";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { betterAuth } from "better-auth/minimal";
import type { Actor, Role } from "./actor.ts";
import { roles } from "./actor.ts";
import { passwordLimits } from "./passwords.ts";

export interface AuthSettings {
  /** Signs the session cookies; at least 32 characters. */
  readonly secret: string;
  /** Where people open the product; https makes the cookies secure. */
  readonly webUrl: string;
}

const dayS = 86_400;

/** Sign-in by e-mail and password. Nobody signs up: people are added by an admin, the first one by the setup link. */
export function createAuth(db: Database, settings: AuthSettings) {
  return betterAuth({
    appName: "Crosspoint",
    secret: settings.secret,
    baseURL: settings.webUrl,
    basePath: "/api/auth",
    trustedOrigins: (request) => [sameOrigin(request)],
    database: prismaAdapter(db, { provider: "postgresql", transaction: true }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLimits.minCharacters,
      maxPasswordLength: passwordLimits.maxCharacters,
    },
    user: { additionalFields: { role: { type: "string", input: false, required: false, defaultValue: "viewer" } } },
    session: { expiresIn: 7 * dayS, updateAge: dayS },
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      customRules: { "/sign-in/email": { window: 60, max: 10 } },
    },
    advanced: {
      cookiePrefix: "crosspoint",
      useSecureCookies: settings.webUrl.startsWith("https:"),
      // Said outright, because the library leaves these checks out where NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    telemetry: { enabled: false },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** Who sends this request, by the session cookie. */
export async function actorOfRequest(auth: Auth, headers: Headers): Promise<Actor> {
  const session = await auth.api.getSession({ headers });
  if (!session) return { kind: "anonymous" };
  const { id, email, name, role } = session.user;
  return { kind: "person", id, email, name, role: roleOf(role) };
}

/** A role that this version does not know opens the least. */
export function roleOf(value: string | null | undefined): Role {
  return roles.find((role) => role === value) ?? "viewer";
}

/**
 * The product may be opened by any name of the server, so the origin that counts is the one asked for: a page of
 * another site has another Origin than the Host it sends to.
 */
function sameOrigin(request: Request | undefined): string | undefined {
  const host = request?.headers.get("host");
  const origin = request?.headers.get("origin");
  if (!host || !origin || !URL.canParse(origin)) return undefined;
  return new URL(origin).host === host ? origin : undefined;
}
