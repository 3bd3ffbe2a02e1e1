import { findSource } from "@crosspoint/catalog";
import { type JudgedFigure, judgeRated, type MeasuredPoint, type RatedChecks } from "@crosspoint/domain";

/** The rated figures that a run checks, each with what came of it. */
export interface JudgedChecks extends Omit<RatedChecks, "checks"> {
  readonly figures: readonly JudgedFigure[];
  /** Where the figures are published. */
  readonly source: { readonly title: string; readonly url: string | undefined } | undefined;
}

export function judgedChecks(
  rated: RatedChecks | undefined,
  points: readonly MeasuredPoint[],
): JudgedChecks | undefined {
  if (rated === undefined) return undefined;
  const { checks, ...sheet } = rated;
  const source = findSource(sheet.sourceId);
  return {
    ...sheet,
    figures: judgeRated(checks, points),
    source: source && { title: source.title, url: source.url },
  };
}
