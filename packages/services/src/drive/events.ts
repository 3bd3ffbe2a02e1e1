import type { DriveLifecycle } from "@crosspoint/db";
import { command } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { loadControlledDrive } from "./control/rules/controlled-drive.ts";
import { controlWords } from "./control/rules/words.ts";

/** Of each kind, the newest. */
const eventsLimit = 100;
const time = z.coerce.date();

export const driveEventsInput = z
  .object({ driveId: z.uuid(), since: time, until: time })
  .refine(({ since, until }) => since < until, { path: ["until"], message: "must be after its beginning" });

/** Something that was done to a drive, or where it was. */
export type DriveEvent =
  | { readonly kind: "command"; readonly at: Date; readonly title: string }
  | { readonly kind: "seen" | "gone"; readonly at: Date; readonly hostname: string }
  /** As the inventory of that host told first. */
  | {
      readonly kind: "firmware";
      readonly at: Date;
      readonly previous: string;
      readonly firmware: string;
      readonly hostname: string;
    }
  | {
      readonly kind: "lifecycle";
      readonly at: Date;
      readonly lifecycle: DriveLifecycle;
      readonly by: string;
      readonly note: string;
    }
  /** Until it finished; undefined while it goes on. */
  | {
      readonly kind: "run";
      readonly at: Date;
      readonly until: Date | undefined;
      readonly planName: string;
      readonly runId: string;
    };

type Range = z.infer<typeof driveEventsInput>;

/** What was done to a drive in a part of its past, the first first: commands, moves, firmware, its lifecycle and benchmarks. */
export async function driveEvents(context: ServiceContext, range: Range): Promise<DriveEvent[]> {
  requireRight(context, "fleet.view");
  const drive = await context.db.drive.findUnique({ where: { id: range.driveId }, select: { id: true } });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${range.driveId}.`);
  const found = await Promise.all([
    commandEvents(context, range),
    placeEvents(context, range),
    firmwareEvents(context, range),
    lifecycleEvents(context, range),
    runEvents(context, range),
  ]);
  return found.flat().toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

async function commandEvents({ db }: ServiceContext, { driveId, since, until }: Range): Promise<DriveEvent[]> {
  const rows = await db.command.findMany({
    where: { driveId, state: "succeeded", finishedAt: { gte: since, lte: until } },
    orderBy: { requestedAt: "desc" },
    take: eventsLimit,
  });
  if (rows.length === 0) return [];
  const drive = await loadControlledDrive(db, driveId);
  return rows.flatMap(({ payload, finishedAt }): DriveEvent[] => {
    const asked = command.safeParse(payload).data;
    if (asked?.kind !== "controlDrive" || finishedAt === null) return [];
    return [{ kind: "command", at: finishedAt, title: controlWords(asked.action, drive).title }];
  });
}

async function placeEvents({ db }: ServiceContext, { driveId, since, until }: Range): Promise<DriveEvent[]> {
  const rows = await db.driveSighting.findMany({
    where: { driveId, OR: [{ firstSeenAt: { gte: since, lte: until } }, { endedAt: { gte: since, lte: until } }] },
    orderBy: { firstSeenAt: "desc" },
    take: eventsLimit,
    include: { host: { select: { hostname: true } } },
  });
  const within = (at: Date | null): at is Date => at !== null && at >= since && at <= until;
  return rows.flatMap(({ firstSeenAt, endedAt, host: { hostname } }): DriveEvent[] => [
    ...(within(firstSeenAt) ? [{ kind: "seen" as const, at: firstSeenAt, hostname }] : []),
    ...(within(endedAt) ? [{ kind: "gone" as const, at: endedAt, hostname }] : []),
  ]);
}

async function firmwareEvents({ db }: ServiceContext, { driveId, since, until }: Range): Promise<DriveEvent[]> {
  const rows = await db.driveFirmwareChange.findMany({
    where: { driveId, at: { gte: since, lte: until } },
    orderBy: { at: "desc" },
    take: eventsLimit,
  });
  return rows.map(({ at, previous, firmware, hostname }) => ({ kind: "firmware", at, previous, firmware, hostname }));
}

async function lifecycleEvents({ db }: ServiceContext, { driveId, since, until }: Range): Promise<DriveEvent[]> {
  const rows = await db.driveLifecycleChange.findMany({
    where: { driveId, at: { gte: since, lte: until } },
    orderBy: { at: "desc" },
    take: eventsLimit,
  });
  return rows.map(({ at, lifecycle, by, note }) => ({ kind: "lifecycle", at, lifecycle, by, note }));
}

async function runEvents({ db }: ServiceContext, { driveId, since, until }: Range): Promise<DriveEvent[]> {
  const rows = await db.benchmarkRun.findMany({
    where: {
      drives: { some: { driveId } },
      requestedAt: { lte: until },
      startedAt: { not: null, lte: until },
      OR: [{ finishedAt: null }, { finishedAt: { gte: since } }],
    },
    orderBy: { requestedAt: "desc" },
    take: eventsLimit,
    select: { id: true, planName: true, startedAt: true, finishedAt: true },
  });
  return rows.flatMap(({ id, planName, startedAt, finishedAt }): DriveEvent[] =>
    startedAt === null ? [] : [{ kind: "run", at: startedAt, until: finishedAt ?? undefined, planName, runId: id }],
  );
}
