import type { Database } from "@crosspoint/db";
import { isAPIError } from "better-auth/api";
import { z } from "zod";
import type { Person } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { readAuditDetail } from "../stored/audit.ts";
import { type Auth, addressHeader, sessionIdleLimitMs } from "./rules/auth.ts";
import { addressGroup } from "./rules/client-address.ts";
import { deviceOf } from "./rules/device.ts";
import type { FailedSignIns, FailureEntry } from "./rules/failed-sign-ins.ts";
import { passwordLimits } from "./rules/passwords.ts";
import { type SignInGuard, tooManyAttempts } from "./rules/sign-in-guard.ts";

export const signInInput = z.object({
  email: z.email("This is not an e-mail address.").max(254).toLowerCase(),
  password: z.string().min(1).max(passwordLimits.maxCharacters),
});
export type SignInInput = z.infer<typeof signInInput>;

/** Where people come in; one per process. */
export interface Door {
  readonly auth: Auth;
  readonly guard: SignInGuard;
  readonly failed: FailedSignIns;
}

/** Who knocks. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** An address from which this account was signed in to this recently is its owner's. */
const knownAddressMs = 90 * 86_400_000;
const signInsLooked = 200;
const userAgentLimit = 400;

/** Opens a session, and answers its cookies. Needs no right but the password. */
export async function signIn(
  context: ServiceContext,
  door: Door,
  client: Client,
  input: SignInInput,
): Promise<{ cookies: string[] }> {
  const attempt = { account: input.email, address: client.address };
  const waitMs = await door.guard.admit(attempt, context.now.getTime(), () => isKnownAddress(context, attempt));
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  const opened = await openChecked(context, door.auth, client, input).catch((error: unknown) => {
    door.guard.notChecked(attempt);
    throw error;
  });
  if (opened === undefined) {
    await noteFailure(context, door.failed, attempt);
    throw new ServiceError("unauthenticated", "E-mail or password is wrong.", {
      remedy: "An admin can reset your password.",
    });
  }
  door.guard.succeeded(attempt);
  await removeEndedSessions(context, opened.person);
  await auditSignIn({ ...context, actor: opened.person }, client);
  return { cookies: opened.cookies };
}

/**
 * Undefined where e-mail or password is wrong. A password that was changed or reset while it was checked, which takes a
 * while, ended the sessions that there were: the one that was opened since goes too.
 */
async function openChecked({ db }: ServiceContext, auth: Auth, client: Client, input: SignInInput) {
  const before = await passwordHashOf(db, input.email);
  const opened = await open(auth, client, input);
  if (opened === undefined || (await passwordHashOf(db, input.email)) === before) return opened;
  await db.session.deleteMany({ where: { token: opened.token } });
  return undefined;
}

/** The row is locked for a moment, so that a change that is under way is waited for. */
async function passwordHashOf(db: Database, email: string): Promise<string | null | undefined> {
  const [account] = await db.$queryRaw<{ password: string | null }[]>`
    SELECT password FROM account
    WHERE provider_id = 'credential' AND user_id = (SELECT id FROM "user" WHERE email = ${email})
    LIMIT 1
    FOR UPDATE`;
  return account?.password;
}

/** Undefined where e-mail or password is wrong. */
async function open(auth: Auth, { address, userAgent }: Client, body: SignInInput) {
  const headers = new Headers({ [addressHeader]: address, "user-agent": userAgent.slice(0, userAgentLimit) });
  try {
    const { headers: answer, response } = await auth.api.signInEmail({ body, headers, returnHeaders: true });
    const { id, name, email } = response.user;
    const person: Person = { kind: "person", id, name, email, role: "viewer" };
    return { person, token: response.token, cookies: answer.getSetCookie() };
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) return undefined;
    throw error;
  }
}

/** Sessions that nobody came back to end by themselves, but stay in the table. */
async function removeEndedSessions({ db, now }: ServiceContext, { id }: Person): Promise<void> {
  const unusedSince = new Date(now.getTime() - sessionIdleLimitMs);
  const ended = [{ expiresAt: { lte: now } }, { updatedAt: { lt: unusedSince } }];
  await db.session.deleteMany({ where: { userId: id, OR: ended } });
}

async function auditSignIn(context: ServiceContext & { actor: Person }, { address, userAgent }: Client): Promise<void> {
  const detail = { address, device: deviceOf(userAgent) };
  await writeAudit(context.db, context, {
    action: "access.signIn",
    objectKind: "person",
    objectId: context.actor.id,
    detail,
  });
}

async function noteFailure(
  context: ServiceContext,
  failed: FailedSignIns,
  { account, address }: { account: string; address: string },
): Promise<void> {
  const person = await context.db.user.findUnique({ where: { email: account }, select: { id: true } });
  const entries = failed.note({ email: account, address, personId: person?.id }, context.now.getTime());
  await writeFailures(context, entries);
}

/** Writes what the fold of failed sign-ins gives out. */
export async function writeFailures(context: ServiceContext, entries: readonly FailureEntry[]): Promise<void> {
  for (const { personId, ...detail } of entries) {
    await writeAudit(context.db, context, {
      action: "access.signInFailed",
      objectKind: "person",
      objectId: personId ?? "unknown",
      detail,
    });
  }
}

/** Whether this account was signed in to from there before, by the audit. */
async function isKnownAddress(
  { db, now }: ServiceContext,
  { account, address }: { account: string; address: string },
): Promise<boolean> {
  const person = await db.user.findUnique({ where: { email: account }, select: { id: true } });
  if (!person) return false;
  const entries = await db.auditEntry.findMany({
    where: {
      objectKind: "person",
      objectId: person.id,
      action: "access.signIn",
      time: { gt: new Date(now.getTime() - knownAddressMs) },
    },
    orderBy: { time: "desc" },
    take: signInsLooked,
    select: { detail: true },
  });
  const group = addressGroup(address);
  return entries.some(({ detail }) => addressGroup(String(readAuditDetail(detail).address)) === group);
}
