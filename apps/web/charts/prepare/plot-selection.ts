import { type Range, valueAt } from "./plot-axis.ts";
import type { Scene, Zoom } from "./plot-scene-types.ts";

export interface Drag {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** Less than this across is a click, or a drag along the other axis alone. */
const leastPx = 12;

export interface SelectedBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What a drag selects: a range of one axis, or of both; nothing where the hand hardly moved. */
export function selectedBox({ frame }: Scene, { fromX, fromY, toX, toY }: Drag): SelectedBox | undefined {
  const wide = Math.abs(toX - fromX) >= leastPx;
  const high = Math.abs(toY - fromY) >= 2 * leastPx;
  if (!wide && !high) return undefined;
  const inside = (value: number, low: number, up: number) => Math.max(low, Math.min(up, value));
  return {
    left: wide ? inside(Math.min(fromX, toX), frame.left, frame.right) : frame.left,
    right: wide ? inside(Math.max(fromX, toX), frame.left, frame.right) : frame.right,
    top: high ? inside(Math.min(fromY, toY), frame.top, frame.bottom) : frame.top,
    bottom: high ? inside(Math.max(fromY, toY), frame.top, frame.bottom) : frame.bottom,
  };
}

/** The ranges behind a selection; an axis that is selected whole stays as it is. */
export function zoomOf(scene: Scene, box: SelectedBox): Zoom {
  const { frame } = scene;
  const xAt = (pixels: number) => valueAt(scene.x, (pixels - frame.left) / (frame.right - frame.left));
  const yAt = (pixels: number) => valueAt(scene.y, (frame.bottom - pixels) / (frame.bottom - frame.top));
  const x: Range | undefined =
    box.left === frame.left && box.right === frame.right ? undefined : { min: xAt(box.left), max: xAt(box.right) };
  const y: Range | undefined =
    box.top === frame.top && box.bottom === frame.bottom ? undefined : { min: yAt(box.bottom), max: yAt(box.top) };
  return { x, y };
}
