import { valueTitlePlace } from "./plot-frame.ts";
import type { Scene } from "./plot-scene-types.ts";
import { textWidth } from "./text-width.ts";

/** A straight line in pixels of the drawing. */
export interface LineEnds {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

const textPx = 11;
/** Words over words are worse than words over any marks. */
const unreadable = 1e6;
/** A mark nearer than this would be covered. */
const markPx = 6;

/** Left end and base line of words. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
}

/** Words that have their place already. */
interface TakenPlace extends LabelPlace {
  readonly width: number;
}

export interface LabeledLine {
  readonly text: string;
  readonly ends: LineEnds;
}

/** A place for the words of each line, in their order: none over another's, nor over the value axis' title, as far as there is room. */
export function placeLineLabels(
  lines: readonly LabeledLine[],
  scene: Scene,
  axisTitle = "",
): (LabelPlace | undefined)[] {
  const taken: TakenPlace[] = [{ ...valueTitlePlace(scene.frame.top), width: textWidth(axisTitle) }];
  return lines.map(({ text, ends }) => {
    const place = placeLineLabel(text, ends, scene, taken);
    if (place !== undefined) taken.push({ ...place, width: widthOf(text) });
    return place;
  });
}

/** Left end and base line of a line's own words: where they cover the fewest marks; nowhere for a line out of sight. */
export function placeLineLabel(
  text: string,
  ends: LineEnds,
  scene: Scene,
  taken: readonly TakenPlace[] = [],
): LabelPlace | undefined {
  const { left, right, top, bottom } = scene.frame;
  const { x1, y1, x2, y2 } = ends;
  if (Math.max(x1, x2) < left - 1 || Math.min(x1, x2) > right + 1) return undefined;
  if (Math.max(y1, y2) < top - 1 || Math.min(y1, y2) > bottom + 1) return undefined;
  const width = widthOf(text);
  const upright = Math.abs(x1 - x2) < 1;
  const second = top + 2 * (textPx + 2);
  const candidates = upright
    ? [
        { x: x1 + 4, y: top + textPx + 1 },
        { x: x1 - 4 - width, y: top + textPx + 1 },
        { x: x1 + 4, y: second },
        { x: x1 - 4 - width, y: second },
        { x: x1 + 4, y: bottom - 5 },
      ]
    : [
        { x: Math.min(Math.max(x1, x2), right) - 4 - width, y: y2 - 5 },
        { x: Math.max(Math.min(x1, x2), left) + 4, y: y1 - 5 },
        { x: Math.min(Math.max(x1, x2), right) - 4 - width, y: y2 + textPx + 4 },
        { x: Math.max(Math.min(x1, x2), left) + 4, y: y1 + textPx + 4 },
      ];
  // An upright line near an end of the frame would run through words that had to be moved into it.
  const isCrossed = ({ x }: LabelPlace) => upright && x < x1 && x1 < x + width;
  const isTaken = ({ x, y }: LabelPlace) =>
    taken.some((other) => Math.abs(other.y - y) < textPx && x < other.x + other.width + 4 && other.x < x + width + 4);
  const covered = (place: LabelPlace) =>
    marksUnder(place, width, scene) + (isCrossed(place) ? 1 : 0) + (isTaken(place) ? unreadable : 0);
  // What stands below the frame is the axis' own.
  const inside = candidates
    .filter(({ y }) => y <= bottom)
    .map((place) => ({ ...place, x: Math.max(left + 2, Math.min(place.x, right - width)) }));
  return inside.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

function widthOf(text: string): number {
  return textWidth(text) * (textPx / 12);
}

function marksUnder({ x, y }: LabelPlace, width: number, { series }: Scene): number {
  return series.reduce(
    (sum, { points }) =>
      sum +
      points.filter(
        (point) =>
          point.y !== undefined &&
          point.x > x - markPx &&
          point.x < x + width + markPx &&
          point.y > y - textPx - markPx &&
          point.y < y + markPx,
      ).length,
    0,
  );
}
