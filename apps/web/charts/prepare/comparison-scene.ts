import type { ComparisonBar, ComparisonLane } from "./comparison-bars.ts";
import { comparisonHeight, laneHeight, topAxisHeight } from "./comparison-bars.ts";
import { fractionOf } from "./plot-axis.ts";
import type { Frame, Size } from "./plot-frame.ts";
import { endsFirst, type PlacedTick } from "./plot-ticks.ts";
import { textWidth } from "./text-width.ts";
import { tickText } from "./tick-text.ts";
import type { ValueAxis } from "./value-axis.ts";

/** A bar with its place in the drawing. */
export interface PlacedBar {
  readonly lane: number;
  readonly bar: ComparisonBar;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ComparisonScene {
  readonly size: Size;
  readonly frame: Frame;
  readonly lanes: readonly { readonly lane: ComparisonLane; readonly top: number }[];
  readonly bars: readonly PlacedBar[];
  readonly ticks: readonly PlacedTick[];
}

interface Room {
  readonly width: number;
  /** For the names at the left. */
  readonly labelWidth: number;
  /** For figures beyond the longest bar. */
  readonly figureWidth: number;
}

const belowPx = 4;
/** Above and below a bar, within its line. */
const gapPx = 5;

/** Lays the lines of a comparison out in pixels: each as high as the others, all bars on one axis. */
export function layOutBars(lanes: readonly ComparisonLane[], axis: ValueAxis, room: Room): ComparisonScene {
  const size = { width: room.width, height: comparisonHeight(lanes.length) };
  const frame = {
    left: room.labelWidth,
    right: Math.max(room.width - room.figureWidth, room.labelWidth + 1),
    top: topAxisHeight - belowPx,
    bottom: size.height - belowPx,
  };
  const place = (value: number) => {
    const fraction = fractionOf({ ...axis, logarithmic: axis.scale === "logarithmic" }, Math.max(value, axis.min));
    return frame.left + fraction * (frame.right - frame.left);
  };
  const placed = lanes.map((lane, index) => ({ lane, top: frame.top + index * laneHeight }));
  const ticks = axis.ticks.map((value) => ({ value, label: tickText(value / axis.perUnit), at: place(value) }));
  return {
    size,
    frame,
    lanes: placed,
    bars: placed.flatMap(({ lane, top }, index) =>
      lane.kind === "bar"
        ? [
            {
              ...{ lane: index, bar: lane.bar, x: frame.left, y: top + gapPx },
              ...{ width: place(lane.bar.value) - frame.left, height: laneHeight - 2 * gapPx },
            },
          ]
        : [],
    ),
    ticks: endsFirst(ticks, ({ label }) => textWidth(label)),
  };
}

/** The bar at a height of the drawing. */
export function barAt({ bars, frame }: ComparisonScene, y: number): PlacedBar | undefined {
  const lane = Math.floor((y - frame.top) / laneHeight);
  return bars.find((bar) => bar.lane === lane);
}

/** Where a key leads from a bar: down and right to the next one, to the ends with Home and End. */
export function walkBars({ bars }: ComparisonScene, from: PlacedBar | undefined, key: string): PlacedBar | undefined {
  const at = from === undefined ? -1 : bars.findIndex(({ lane }) => lane === from.lane);
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return bars[Math.min(at + 1, bars.length - 1)];
    case "ArrowUp":
    case "ArrowLeft":
      return bars[Math.max(at - 1, 0)];
    case "Home":
      return bars[0];
    case "End":
      return bars.at(-1);
    default:
      return undefined;
  }
}
