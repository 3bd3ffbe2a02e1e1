import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

const maxPerKind = 8;
const idLength = 36;

export const findInput = z.object({ text: z.string().trim().min(1).max(100) });
export type FindInput = z.infer<typeof findInput>;

export interface Found {
  readonly drives: { id: string; model: string; serial: string; hostname: string | null }[];
  readonly hosts: { id: string; hostname: string }[];
  readonly runs: { id: string; planName: string; targetLabel: string; requestedAt: Date }[];
}

/** Finds drives by serial or model, hosts by name, runs by plan, target or id. */
export async function find(context: ServiceContext, { text }: FindInput): Promise<Found> {
  requireRight(context, "fleet.view");
  const contains = { contains: text, mode: "insensitive" } as const;
  const id = z.uuid().safeParse(text.length === idLength ? text : undefined).data;
  const [drives, hosts, runs] = await Promise.all([
    context.db.drive.findMany({
      where: { OR: [{ serial: contains }, { model: contains }, ...(id ? [{ id }] : [])] },
      orderBy: { serial: "asc" },
      take: maxPerKind,
      include: { sightings: { where: { endedAt: null }, take: 1, include: { host: { select: { hostname: true } } } } },
    }),
    context.db.host.findMany({
      where: { OR: [{ hostname: contains }, ...(id ? [{ id }] : [])] },
      orderBy: { hostname: "asc" },
      take: maxPerKind,
      select: { id: true, hostname: true },
    }),
    context.db.benchmarkRun.findMany({
      where: { OR: [{ planName: contains }, { targetLabel: contains }, ...(id ? [{ id }] : [])] },
      orderBy: { requestedAt: "desc" },
      take: maxPerKind,
      select: { id: true, planName: true, targetLabel: true, requestedAt: true },
    }),
  ]);
  return {
    drives: drives.map(({ id, model, serial, sightings }) => ({
      id,
      model,
      serial,
      hostname: sightings[0]?.host.hostname ?? null,
    })),
    hosts,
    runs,
  };
}
