import { saturationOf } from "@crosspoint/domain";
import type { Rate } from "./figures";
import type { Frame, FrameLine } from "./frames";
import { type Mark, marksOf } from "./marks";

/** The lowest depth of a line whose rate is within 5 % of its peak. */
export interface NearPeak {
  readonly line: FrameLine;
  /** What was measured at that depth. */
  readonly mark: Mark;
  readonly depth: number;
  readonly peakDepth: number;
  readonly peakRate: number;
  /** The rate was still rising at the last depth. */
  readonly isAtLeast: boolean;
}

/** Fewer measured depths are no sweep of them. */
const depthsMin = 3;

/** Of each load of a depth sweep, whole: of a mix both directions together. */
export function saturationsOf(frame: Frame, rate: Rate): NearPeak[] {
  const whole = frame.lines.filter(
    ({ part, points }) => part === "all" || !frame.lines.some((each) => each.part === "all" && each.points === points),
  );
  return whole.flatMap((line) => nearPeakOf(line, rate));
}

function nearPeakOf(line: FrameLine, rate: Rate): NearPeak[] {
  const marks = marksOf(line, rate).filter(({ point }) => point.state === "complete");
  const rates = marks.flatMap(({ at, figure }) =>
    figure.kind === "figure" ? [{ depth: at, rate: figure.value }] : [],
  );
  if (rates.length < depthsMin) return [];
  const found = saturationOf(rates);
  if (found.kind !== "found") return [];
  const mark = marks.find(({ at }) => at === found.depth);
  if (mark === undefined) return [];
  const { depth, peakDepth, peakRate, isAtLeast } = found;
  return [{ line, mark, depth, peakDepth, peakRate, isAtLeast }];
}
