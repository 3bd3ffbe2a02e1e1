import { z } from "zod";
import { hashSecret, newSecret } from "../access/rules/secrets.ts";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { parseInput } from "../parse.ts";
import { requireRight } from "../rights.ts";

const hourMs = 3_600_000;
/** Characters of a token that are kept: 24 of its 256 bits. */
const endingCharacters = 4;

export const createEnrollmentTokenInput = z.object({
  /** How many hosts it admits. */
  uses: z.int().min(1).max(10_000).default(1),
  expiresInMs: z
    .int()
    .min(60_000)
    .max(30 * 24 * hourMs)
    .default(24 * hourMs),
  /** It lets in simulated hosts, whose drives can never be taken for real ones, and no others. */
  simulated: z.boolean().default(false),
});
export type CreateEnrollmentTokenInput = z.input<typeof createEnrollmentTokenInput>;

export interface CreatedEnrollmentToken {
  readonly id: string;
  /** Shown this once; only its hash is kept. */
  readonly token: string;
  readonly usesLeft: number;
  readonly expiresAt: Date;
}

/** Makes a token that lets new hosts in. */
export async function createEnrollmentToken(
  context: ServiceContext,
  input: CreateEnrollmentTokenInput,
): Promise<CreatedEnrollmentToken> {
  requireRight(context, "host.enroll");
  const { uses, expiresInMs, simulated } = parseInput(createEnrollmentTokenInput, input, "The enrollment token");
  const token = newSecret("cpe");
  const expiresAt = new Date(context.now.getTime() + expiresInMs);
  const id = await context.db.$transaction(async (tx) => {
    const row = await tx.enrollmentToken.create({
      data: {
        tokenHash: hashSecret(token),
        ending: token.slice(-endingCharacters),
        createdBy: actorLabel(context.actor),
        uses,
        createdById: context.actor.kind === "person" ? context.actor.id : null,
        createdAt: context.now,
        expiresAt,
        usesLeft: uses,
        simulated,
      },
    });
    await writeAudit(tx, context, {
      action: "host.createEnrollmentToken",
      objectKind: "enrollmentToken",
      objectId: row.id,
      detail: {
        token: `…${row.ending}`,
        uses,
        expiresAt: expiresAt.toISOString(),
        ...(simulated ? { simulated } : {}),
      },
    });
    return row.id;
  });
  return { id, token, usesLeft: uses, expiresAt };
}
