import type { EnrollmentToken, Host, Transaction } from "@crosspoint/db";
import { isSimulatedHostname, simulatedHostnamePrefix } from "@crosspoint/domain";
import { type EnrollRequest, type EnrollResponse, enrollRequest } from "@crosspoint/protocol";
import { hashSecret, newSecret } from "../access/rules/secrets.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { parseInput } from "../parse.ts";
import { unstorableText } from "../unstorable-text.ts";
import { makersOf, type TokenState, tokenState } from "./rules/token-state.ts";

/**
 * Lets a host in by its token, and gives it the key by which it is known from then on. A host whose key was revoked
 * may enroll again and keeps its history. A token is spent in the same transaction, so a refused host costs none. `address` is where it came from, for the audit.
 */
export async function enrollHost(context: ServiceContext, input: unknown, address: string): Promise<EnrollResponse> {
  const request = parseInput(enrollRequest, input, "The enrollment");
  const unstorable = unstorableText(request);
  if (unstorable !== undefined) {
    throw new ServiceError("invalid", "The enrollment is not valid.", { fields: [unstorable] });
  }
  const agentKey = newSecret("cpk");
  const host = await context.db.$transaction(async (tx) => {
    const token = await spendToken(tx, context, request.token);
    await refuseRemoved(tx, request, token);
    requireOwnName(request, token);
    const { simulated } = token;
    const enrolled = await admit(tx, context, request, { agentKeyHash: hashSecret(agentKey), simulated });
    await writeAudit(tx, context, {
      action: "host.enroll",
      objectKind: "host",
      objectId: enrolled.id,
      detail: {
        hostname: request.hostname,
        installationId: request.installationId,
        token: `…${token.ending}`,
        tokenId: token.id,
        address,
        ...(simulated ? { simulated } : {}),
      },
    });
    await notify(tx, { topic: "host", hostId: enrolled.id });
    return enrolled;
  });
  return { hostId: host.id, agentKey, serverTimeMs: context.now.getTime() };
}

const newTokenRemedy = 'Make a new token with "Add a host" on the hosts page, and run the command that it shows.';

/** Takes one use off the token; two hosts cannot share the last one, because the update locks the row. */
async function spendToken(tx: Transaction, context: ServiceContext, secret: string): Promise<EnrollmentToken> {
  const tokenHash = hashSecret(secret);
  const token = await tx.enrollmentToken.findUnique({ where: { tokenHash } });
  if (token === null) throw refusal("The enrollment token is not known.");
  const [maker] = await makersOf(tx, [token]);
  const fault = tokenFaults[tokenState(token, maker, context.now)];
  if (fault !== undefined) throw refusal(fault(token));
  const spent = await tx.enrollmentToken.updateMany({
    where: { tokenHash, revokedAt: null, usesLeft: { gt: 0 } },
    data: { usesLeft: { decrement: 1 } },
  });
  if (spent.count === 0) throw refusal("The enrollment token was used up, or revoked, in this moment.");
  return token;
}

/** A removed host that still has a token of before must not come back because its agent is started again. */
async function refuseRemoved(
  tx: Transaction,
  { installationId }: EnrollRequest,
  token: EnrollmentToken,
): Promise<void> {
  const removed = await tx.removal.findFirst({
    where: { installationId, requestedAt: { gte: token.createdAt } },
    orderBy: { requestedAt: "desc" },
  });
  if (removed === null) return;
  const when = removed.requestedAt.toISOString();
  throw refusal(`The host ${removed.name} was removed at ${when}, and this token is older than that.`);
}

const tokenFaults: Record<TokenState, ((token: EnrollmentToken) => string) | undefined> = {
  usable: undefined,
  revoked: ({ revokedAt }) => `The enrollment token was revoked at ${revokedAt?.toISOString()}.`,
  expired: ({ expiresAt }) => `The enrollment token expired at ${expiresAt.toISOString()}.`,
  usedUp: () => "The enrollment token is used up.",
  makerLostRight: () => "Whoever made the enrollment token may not add hosts any more.",
};

function refusal(message: string): ServiceError {
  return new ServiceError("unauthenticated", message, { remedy: newTokenRemedy });
}

/** A simulated host says so in its name. */
function requireOwnName({ hostname }: EnrollRequest, { simulated }: EnrollmentToken): void {
  if (!simulated || isSimulatedHostname(hostname)) return;
  const message = `The token is for simulated hosts, whose names begin with "${simulatedHostnamePrefix}".`;
  throw new ServiceError("invalid", message, {
    remedy: newTokenRemedy,
    fields: [{ path: "hostname", message }],
  });
}

/** Creates the host, or gives a new key to one whose key was revoked. */
async function admit(
  tx: Transaction,
  context: ServiceContext,
  request: EnrollRequest,
  { agentKeyHash, simulated }: Pick<Host, "agentKeyHash" | "simulated">,
): Promise<Pick<Host, "id">> {
  const { installationId, hostname, agentVersion } = request;
  const facts = { hostname, agentVersion, agentKeyHash, enrolledAt: context.now };
  const [created] = await tx.host.createManyAndReturn({
    data: [{ ...facts, installationId, simulated }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (created !== undefined) return created;
  const [readmitted] = await tx.host.updateManyAndReturn({
    where: { installationId, simulated, keyRevokedAt: { not: null } },
    data: { ...facts, keyRevokedAt: null },
    select: { id: true },
  });
  if (readmitted !== undefined) return readmitted;
  throw new ServiceError("conflict", `The installation ${installationId} is enrolled already.`, {
    remedy:
      "If this machine was cloned, remove the agent's state folder on the copy and enroll it again. If the host lost its key, revoke the old key on the hosts page first.",
  });
}
