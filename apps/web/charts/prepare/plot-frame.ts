import type { DrawnAxis } from "./plot-axis.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The rectangle between the axes, in pixels of the drawing. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Of a drawing that says nothing else. */
export const plotHeight = 280;

/** Room above for the title of the value axis, below for the ticks and the title of the base axis. */
const topPx = 26;
export const baseAxisPx = 30;
const baseTitlePx = 22;
/** Half of the last tick's text reaches beyond the frame. */
const rightPx = 24;
const tickLetterPx = 7;

/** Left end and base line of the value axis' title, above the frame. */
export function valueTitlePlace(frameTop: number): { readonly x: number; readonly y: number } {
  return { x: 4, y: frameTop - 12 };
}

/** Where the drawing's axes stand; labels at the ends of lines take their room at the right. */
export function frameOf({ width, height }: Size, y: DrawnAxis, endLabelsPx: number): Frame {
  const longest = y.ticks.reduce((most, { label }) => Math.max(most, label.length), 1);
  const left = Math.round(Math.min(Math.max(longest * tickLetterPx + 14, 34), width * 0.3));
  const right = Math.max(width - Math.max(rightPx, endLabelsPx), left + 1);
  return { left, right, top: topPx, bottom: Math.max(height - baseAxisPx - baseTitlePx, topPx + 1) };
}

/** About so many ticks fit without crowding. */
export function aboutTicks(pixels: number, perTick: number): number {
  return Math.max(2, Math.min(6, Math.floor(pixels / perTick)));
}
