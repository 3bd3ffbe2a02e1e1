import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Whether some host of this server does not exist: every page then says so. */
export async function hasSimulatedHosts(context: ServiceContext): Promise<boolean> {
  requireRight(context, "fleet.view");
  return (await context.db.host.findFirst({ where: { simulated: true }, select: { id: true } })) !== null;
}
