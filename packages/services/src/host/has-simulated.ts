import type { ServiceContext } from "../context.ts";

/** Whether some host of this server does not exist: every page then says so, to who has no account as well. */
export async function hasSimulatedHosts({ db }: Pick<ServiceContext, "db">): Promise<boolean> {
  return (await db.host.findFirst({ where: { simulated: true }, select: { id: true } })) !== null;
}
