import type { ComparedRow, PointPlace } from "@crosspoint/db/queries/compared-points";
import type { ComparedDirection } from "@crosspoint/domain";
import type { ChosenPoint } from "./choose-points.ts";

/** What was measured of one load in one direction: the rows of all its runs and rounds. */
export interface MeasuredCell {
  readonly point: ChosenPoint;
  readonly direction: ComparedDirection;
  readonly rows: readonly ComparedRow[];
}

export function placeKey({ runId, sequence }: PointPlace): string {
  return `${runId}.${sequence}`;
}

export function distinct(places: readonly PointPlace[]): PointPlace[] {
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}
