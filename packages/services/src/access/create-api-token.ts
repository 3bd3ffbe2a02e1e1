import { Prisma, type Transaction } from "@crosspoint/db";
import { z } from "zod";
import { roleOf, roles } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { apiTokenRoles } from "./rules/api-token.ts";
import { requirePerson } from "./rules/require-person.ts";
import { hashSecret, newSecret } from "./rules/secrets.ts";

/** A person's, at once. */
const tokensLimit = 50;
const dayMs = 86_400_000;

export const createApiTokenInput = z.object({
  name: z.string().trim().min(1, "Give it a name.").max(80, "At most 80 characters."),
  role: z.enum(apiTokenRoles),
  /** Every token ends: one that is forgotten does no harm for ever. */
  days: z.int().min(1).max(366),
});

export interface NewApiToken {
  readonly name: string;
  /** Shown once; kept nowhere but as a hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** A token with which a program asks in one's own name. */
export async function createApiToken(
  context: ServiceContext,
  { name, role, days }: z.infer<typeof createApiTokenInput>,
): Promise<NewApiToken> {
  const person = requirePerson(context);
  if (roles.indexOf(role) > roles.indexOf(roleOf(person.role))) {
    throw new ServiceError("forbidden", `You are ${person.role}: a token of yours cannot be ${role}.`, {
      remedy: `Choose ${person.role}.`,
    });
  }
  const token = newSecret("cpa");
  const expiresAt = new Date(context.now.getTime() + days * dayMs);
  await context.db.$transaction(async (tx) => {
    await makeRoom(tx, person.id, context.now);
    const data = { tokenHash: hashSecret(token), userId: person.id, name, role, createdAt: context.now, expiresAt };
    const { id } = await tx.apiToken.create({ data }).catch((error: unknown) => {
      throw nameTaken(error, name);
    });
    await writeAudit(tx, context, {
      action: "access.createApiToken",
      objectKind: "apiToken",
      objectId: id,
      detail: { token: name, role, expiresAt: expiresAt.toISOString() },
    });
  });
  return { name, token, expiresAt };
}

/** Tokens that ended make room, for their names too. */
async function makeRoom(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.apiToken.deleteMany({ where: { userId, expiresAt: { lte: now } } });
  if ((await tx.apiToken.count({ where: { userId } })) < tokensLimit) return;
  throw new ServiceError("conflict", `You have ${tokensLimit} API tokens.`, { remedy: "Revoke one first." });
}

function nameTaken(error: unknown, name: string): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2002") return error;
  const message = `You have an API token “${name}” already.`;
  return new ServiceError("conflict", message, {
    remedy: "Choose another name, or revoke that one.",
    fields: [{ path: "name", message }],
  });
}
