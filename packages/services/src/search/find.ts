import { type DriveRecord, findDrives } from "@crosspoint/db/queries/find-drives";
import { findsFew, listedLifecycles } from "@crosspoint/db/queries/match-drives";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { runsMatching } from "../run/rules/search.ts";
import { targetName } from "../run/rules/target-name.ts";
import { runHeadInclude } from "../run/rules/view.ts";

const maxPerKind = 8;
const idLength = 36;
const bySerial = { column: "serial", descending: false } as const;

export const findInput = z.object({ text: z.string().trim().min(1).max(100) });
export type FindInput = z.infer<typeof findInput>;

export interface Found {
  readonly drives: { id: string; model: string; productName: string | null; serial: string; hostname: string | null }[];
  readonly hosts: { id: string; hostname: string }[];
  readonly runs: {
    id: string;
    planName: string;
    targetName: string;
    /** The tool of a run that came in a file, with its version where it is known. */
    importedFrom: string | undefined;
    requestedAt: Date;
  }[];
}

/** Finds drives by serial, model, product or host, the last one where they are in none; hosts by name, runs by plan, target or id. */
export async function find(context: ServiceContext, { text }: FindInput): Promise<Found> {
  requireRight(context, "fleet.view");
  const contains = { contains: text, mode: "insensitive" } as const;
  const id = z.uuid().safeParse(text.length === idLength ? text : undefined).data;
  const [found, byId, hosts, runs] = await Promise.all([
    id === undefined ? searchDrives(context, text) : [],
    id === undefined ? [] : context.db.driveState.findMany({ where: { driveId: id }, take: 1 }),
    context.db.host.findMany({
      where: { OR: [{ hostname: contains }, ...(id ? [{ id }] : [])] },
      orderBy: { hostname: "asc" },
      take: maxPerKind,
      select: { id: true, hostname: true },
    }),
    context.db.benchmarkRun.findMany({
      where: runsMatching(text, [{ planName: contains }, ...(id ? [{ id }] : [])]),
      orderBy: { requestedAt: "desc" },
      take: maxPerKind,
      select: {
        ...{ id: true, planName: true, model: true, targetLabel: true, requestedAt: true },
        imported: runHeadInclude.imported,
      },
    }),
  ]);
  return {
    drives: [...found, ...byId.map(({ driveId, ...state }) => ({ id: driveId, ...state }))].map(
      ({ id, model, productName, serial, hostId, hostname }) => ({
        ...{ id, model, productName, serial },
        hostname: hostId === null ? null : hostname,
      }),
    ),
    hosts,
    runs: runs.map(({ imported, ...run }) => ({
      ...run,
      targetName: targetName(run),
      importedFrom: imported === null ? undefined : [imported.toolName, imported.toolVersion ?? []].flat().join(" "),
    })),
  };
}

async function searchDrives({ db }: ServiceContext, search: string): Promise<DriveRecord[]> {
  const few = await findsFew(db, { search });
  const filter = { search, lifecycles: listedLifecycles };
  return findDrives(db, filter, bySerial, { after: undefined, limit: maxPerKind, few });
}
