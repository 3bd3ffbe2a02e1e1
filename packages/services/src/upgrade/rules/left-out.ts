import { z } from "zod";

const leftHost = z.object({ hostname: z.string(), reason: z.string() });
/** A host that an upgrade was asked for and that was not asked itself. */
export type LeftHost = z.infer<typeof leftHost>;

const leftHosts = z.array(leftHost);

/** The one reader of `agent_upgrade.left_out`. */
export function readLeftOut(column: unknown): LeftHost[] {
  return leftHosts.parse(column);
}
