import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

const maxHosts = 20;

export const enrolledSinceInput = z.object({ since: z.date() });

export interface EnrolledHost {
  readonly id: string;
  readonly hostname: string;
  readonly enrolledAt: Date;
  readonly hasReported: boolean;
}

/** Hosts let in since a time, the newest first: what whoever made a token waits for. */
export async function listEnrolledSince(
  context: ServiceContext,
  { since }: z.infer<typeof enrolledSinceInput>,
): Promise<EnrolledHost[]> {
  requireRight(context, "host.enroll");
  const hosts = await context.db.host.findMany({
    where: { enrolledAt: { gte: since } },
    orderBy: { enrolledAt: "desc" },
    take: maxHosts,
  });
  return hosts.map(({ id, hostname, enrolledAt, inventoryAt }) => ({
    id,
    hostname,
    enrolledAt,
    hasReported: inventoryAt !== null,
  }));
}
