import { cutApart } from "./cut-label.ts";
import type { PlotSeries } from "./plot.ts";
import type { Frame, Size } from "./plot-frame.ts";
import type { EndLabel, PlacedLabel, ScenePoint, SceneSeries } from "./plot-scene-types.ts";
import { textWidth } from "./text-width.ts";
import { withoutCommonParts, withoutCommonWords } from "./without-common-words.ts";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Texts are set in eleven pixels. */
const fontShare = 11 / 12;
const textPx = 11;
const markPx = 6;
const maxLabels = 240;
/** Right of the frame, where no line is named. */
const marginPx = 24;

/**
 * Labels beside their marks where there is room: right, left, above, below. One without room is left to the tooltip. Where
 * lines are named at their ends, labels end before the names.
 */
export function placeLabels(series: readonly SceneSeries[], frame: Frame, size: Size): PlacedLabel[] {
  const lines = series.map((each) => each.series);
  const room = { ...frame, right: frame.right + (namedLines(lines, size).length > 0 ? gapPx - 2 : marginPx) };
  const marks = series.flatMap(({ points }) => points.flatMap(boxOfMark));
  const taken: Box[] = [...marks];
  const placed: PlacedLabel[] = [];
  for (const { series: own, points } of series) {
    for (const { point, x, y } of points) {
      if (point.label === undefined || y === undefined || placed.length >= maxLabels) continue;
      const box = candidates(point.label, x, y).find((each) => isFree(each, taken, room));
      if (box === undefined) continue;
      taken.push(box);
      placed.push({ seriesId: own.id, text: point.label, x: box.left, y: box.bottom - 2 });
    }
  }
  return placed;
}

function boxOfMark({ point, x, y }: ScenePoint): Box[] {
  if (y === undefined || point.label === undefined) return [];
  return [{ left: x - markPx + 1, right: x + markPx - 1, top: y - markPx + 1, bottom: y + markPx - 1 }];
}

function candidates(text: string, x: number, y: number): Box[] {
  const width = textWidth(text) * fontShare;
  const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + textPx + 2 });
  const middle = y - textPx / 2 - 1;
  return [
    at(x + markPx + 2, middle),
    at(x - markPx - 2 - width, middle),
    at(x - width / 2, y - markPx - textPx - 3),
    at(x - width / 2, y + markPx + 1),
    at(x + markPx, y - markPx - textPx),
    at(x + markPx, y + markPx - 1),
  ];
}

function isFree(box: Box, taken: readonly Box[], frame: Frame): boolean {
  if (box.left < frame.left + 2 || box.right > frame.right || box.top < frame.top - 4) return false;
  if (box.bottom > frame.bottom) return false;
  return !taken.some(
    (other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top,
  );
}

const narrowPx = 560;
const gapPx = 10;
const lineStepPx = 13;
const widestShare = 0.24;

/** Two to twelve lines are named at their ends; a narrow drawing has the legend alone. */
function namedLines(series: readonly PlotSeries[], { width }: Size): readonly PlotSeries[] {
  const lines = series.filter(({ line, unnamed }) => line && !unnamed);
  return width < narrowPx || lines.length < 2 || lines.length > 12 ? [] : lines;
}

/** What tells the names of lines apart. */
function toldApart(lines: readonly PlotSeries[]): string[] {
  return withoutCommonWords(withoutCommonParts(lines.map(({ label }) => label)));
}

/** Room at the right for the names of lines; none where lines are not named. */
export function endLabelsWidth(series: readonly PlotSeries[], size: Size): number {
  const texts = toldApart(namedLines(series, size));
  const longest = texts.reduce((most, text) => Math.max(most, textWidth(text) * fontShare), 0);
  return longest === 0 ? 0 : Math.min(longest + gapPx + 8, size.width * widestShare);
}

/** Names of lines in the order of their ends, moved apart where ends lie close. */
export function placeEndLabels(series: readonly SceneSeries[], frame: Frame, size: Size): EndLabel[] {
  const lines = namedLines(
    series.map((each) => each.series),
    size,
  );
  const room = (size.width - frame.right - gapPx - 2) / fontShare;
  const texts = cutApart(
    toldApart(lines).map((text) => ({ text })),
    room,
  );
  const ends = series.flatMap(({ series: own, points }) => {
    const index = lines.indexOf(own);
    const end = points.findLast(({ y }) => y !== undefined);
    if (index < 0 || end?.y === undefined) return [];
    return [{ seriesId: own.id, text: texts[index] ?? "", from: { x: end.x, y: end.y } }];
  });
  const sorted = ends.toSorted((a, b) => a.from.y - b.from.y);
  const heights = movedApart(
    sorted.map(({ from }) => from.y),
    frame,
  );
  return sorted.map((end, index) => ({ ...end, x: frame.right + gapPx, y: heights[index] ?? end.from.y }));
}

/** Keeps an order of heights, each at least a line below the one before, within the frame. */
function movedApart(heights: readonly number[], { top, bottom }: Frame): number[] {
  const step = Math.min(lineStepPx, (bottom - top) / Math.max(heights.length - 1, 1));
  const down: number[] = [];
  for (const height of heights) down.push(Math.max(height, (down.at(-1) ?? Number.NEGATIVE_INFINITY) + step, top));
  let below = bottom + step;
  const up = down.toReversed().map((height) => {
    below = Math.min(height, below - step);
    return below;
  });
  return up.toReversed();
}
