import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { makersOf, type TokenState, tokenState } from "./rules/token-state.ts";

const tokensLimit = 200;
/** One that lets nobody in any more is listed for this long after its end. */
const endedForMs = 7 * 86_400_000;

export interface EnrollmentTokenEntry {
  readonly id: string;
  /** Its last characters; the whole was shown once. */
  readonly ending: string;
  readonly madeBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** How many hosts it admits, and how many of these are left. */
  readonly uses: number;
  readonly usesLeft: number;
  readonly revokedAt: Date | null;
  readonly state: TokenState;
}

/** The tokens that let hosts in, and those that lately did, the newest first. */
export async function listEnrollmentTokens(context: ServiceContext): Promise<EnrollmentTokenEntry[]> {
  requireRight(context, "host.enroll");
  const rows = await context.db.enrollmentToken.findMany({
    where: { expiresAt: { gt: new Date(context.now.getTime() - endedForMs) } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: tokensLimit,
  });
  const makers = await makersOf(context.db, rows);
  return rows.map((row, index) => ({
    id: row.id,
    ending: row.ending,
    madeBy: row.createdBy,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    uses: row.uses,
    usesLeft: row.usesLeft,
    revokedAt: row.revokedAt,
    state: tokenState(row, makers[index], context.now),
  }));
}
