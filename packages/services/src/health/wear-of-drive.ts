import { findDriveModel, findSource } from "@crosspoint/catalog";
import type { DriveWear } from "@crosspoint/db";
import { readFigureDays } from "@crosspoint/db/queries/figure-days";
import { BEYOND_YEARS, endMeaning, RATED_PERCENT, type RatedWrites, type WearBasis } from "@crosspoint/domain";
import { dayMs } from "@crosspoint/domain/rollup";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { ratedOf } from "./rules/wear-of.ts";

export const wearOfDriveInput = z.object({ driveId: z.uuid() });

/** As many as a forecast goes by. */
const shownDays = 180;

/** What was written a day over the last days; undefined where too little of them was seen. */
export interface WrittenOver {
  readonly days: 7 | 30 | 90;
  readonly bytesPerDay: number | undefined;
  /** Drive writes per day (DWPD). */
  readonly drivesPerDay: number | undefined;
  /** Written to the medium for each byte that the host wrote; undefined where no log of the drive tells, too. */
  readonly amplification: number | undefined;
}

/** When percentage used reaches its limit, or by `ratedWrites` all is written that the drive is rated for, if it goes on as it did. */
export type ForecastEnd =
  | { readonly kind: "notEnoughData" }
  /** Not within so many years. */
  | { readonly kind: "beyond"; readonly basis: WearBasis; readonly years: number }
  | { readonly kind: "reached"; readonly at: Date }
  | {
      readonly kind: "forecast";
      readonly basis: WearBasis;
      readonly percentPerDay: number | undefined;
      readonly earliest: Date;
      readonly likely: Date;
      /** Undefined where the pace may be next to nothing. */
      readonly latest: Date | undefined;
    };

export interface DriveWearView {
  /** Undefined until it was computed. */
  readonly computedAt: Date | undefined;
  readonly written: readonly WrittenOver[];
  readonly rated: RatedWrites & { readonly source: { readonly id: string; readonly title: string } | undefined };
  /** Percentage used that the end is of: at which the rating ends, or the model limits its writes. */
  readonly limitPercent: number;
  /** Percentage used at which the model limits its writes; undefined where it is not known to. */
  readonly writeLimitPercent: number | undefined;
  readonly end: ForecastEnd;
  /** What the end means for the model, in sentences. */
  readonly meaning: readonly string[];
  /** Percentage used at each day, the first first. */
  readonly days: readonly { readonly timeMs: number; readonly percentageUsed: number }[];
}

/** How fast a drive is written to against its rating, when it reaches its limit, and what that means; as computed last. */
export async function wearOfDrive(
  { db, actor, now }: ServiceContext,
  { driveId }: z.infer<typeof wearOfDriveInput>,
): Promise<DriveWearView> {
  requireRight({ actor }, "fleet.view");
  const since = new Date(now.getTime() - shownDays * dayMs);
  const [drive, days] = await Promise.all([
    db.drive.findUnique({ where: { id: driveId }, select: { model: true, capacityBytes: true, wear: true } }),
    readFigureDays(db, { driveId, since, limit: shownDays + 1 }),
  ]);
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const { wear } = drive;
  const match = findDriveModel(drive.model);
  const limit = match?.model.wear?.writeProtectPercentageUsed;
  const source = match && findSource(match.model.sourceId);
  return {
    computedAt: wear?.computedAt,
    written: writtenOf(wear),
    rated: { ...ratedOf(drive), source: source && { id: source.id, title: source.title } },
    limitPercent: wear?.limitPercent ?? limit ?? RATED_PERCENT,
    writeLimitPercent: limit,
    end: endOf(wear),
    meaning: endMeaning(match?.model.wear),
    days: days.map(({ time, percentageUsed }) => ({ timeMs: time.getTime(), percentageUsed })),
  };
}

function writtenOf(wear: DriveWear | null): WrittenOver[] {
  return [
    windowOf(7, wear?.bytesPerDay7, wear?.dwpd7, wear?.writeAmplification7),
    windowOf(30, wear?.bytesPerDay30, wear?.dwpd30, wear?.writeAmplification30),
    windowOf(90, wear?.bytesPerDay90, wear?.dwpd90, undefined),
  ];
}

type Figure = number | null | undefined;

function windowOf(days: WrittenOver["days"], bytes: Figure, drives: Figure, amplification: Figure): WrittenOver {
  return {
    days,
    bytesPerDay: bytes ?? undefined,
    drivesPerDay: drives ?? undefined,
    amplification: amplification ?? undefined,
  };
}

const bases: readonly WearBasis[] = ["percentageUsed", "writes", "ratedWrites"];

function endOf(wear: DriveWear | null): ForecastEnd {
  const { kind, likelyEnd: likely, earliestEnd: earliest } = wear ?? {};
  const basis = bases.find((each) => each === wear?.basis) ?? "percentageUsed";
  if (wear && kind === "beyond") return { kind, basis, years: yearsUntil(earliest, wear.computedAt) };
  if (kind === "reached" && likely) return { kind, at: likely };
  if (kind !== "forecast" || !likely || !earliest) return { kind: "notEnoughData" };
  return {
    kind,
    ...{ likely, earliest },
    latest: wear?.latestEnd ?? undefined,
    basis,
    percentPerDay: wear?.percentPerDay ?? undefined,
  };
}

/** As it was stored before it could be fewer, it is as many as are told at most. */
function yearsUntil(end: Date | null | undefined, computedAt: Date): number {
  return end ? end.getUTCFullYear() - computedAt.getUTCFullYear() : BEYOND_YEARS;
}
