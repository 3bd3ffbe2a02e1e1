import { randomUUID } from "node:crypto";
import { Prisma, type Transaction } from "@crosspoint/db";
import type { Role } from "../actor.ts";
import { ServiceError } from "../errors.ts";
import { hashPassword } from "./rules/password-hash.ts";
import type { PersonInput } from "./rules/passwords.ts";

/** Writes a person with a password as better-auth reads them. Hash first: scrypt is slow and holds no transaction. */
export async function hashedPerson(input: PersonInput): Promise<PersonInput & { passwordHash: string }> {
  return { ...input, passwordHash: await hashPassword(input.password) };
}

export async function createPerson(
  tx: Transaction,
  person: Awaited<ReturnType<typeof hashedPerson>>,
  role: Role,
): Promise<string> {
  const id = randomUUID();
  const account = { id: randomUUID(), accountId: id, providerId: "credential", password: person.passwordHash };
  try {
    await tx.user.create({
      data: { id, name: person.name, email: person.email, role, emailVerified: true, accounts: { create: account } },
    });
  } catch (error) {
    throw emailTaken(error, person.email);
  }
  return id;
}

function emailTaken(error: unknown, email: string): unknown {
  const taken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
  if (!taken) return error;
  const message = `There is already a person with the e-mail ${email}.`;
  return new ServiceError("conflict", message, {
    remedy: "Use another e-mail, or change the role of the person who has it.",
    fields: [{ path: "email", message }],
  });
}
