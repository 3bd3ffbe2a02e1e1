import type { MarkForm } from "./mark-form.ts";

/** The outline of a mark around a place, about nine pixels across, as an SVG path. */
export function markPath(form: MarkForm, x: number, y: number): string {
  const at = `${round(x)},${round(y)}`;
  switch (form) {
    case "square":
      return `M${at}m-4,-4h8v8h-8z`;
    case "circle":
      return `M${at}m-4.5,0a4.5,4.5 0 1 0 9,0a4.5,4.5 0 1 0 -9,0z`;
    case "diamond":
      return `M${at}m0,-5.5l5.5,5.5l-5.5,5.5l-5.5,-5.5z`;
    case "triangle":
      return `M${at}m0,-5.5l5.5,9.5h-11z`;
    case "downward":
      return `M${at}m0,5.5l5.5,-9.5h-11z`;
    case "plus":
      return `M${at}m-1.75,-5.25h3.5v3.5h3.5v3.5h-3.5v3.5h-3.5v-3.5h-3.5v-3.5h3.5z`;
  }
}

/** A small cross, for no value. */
export function gapPath(x: number, y: number): string {
  return `M${round(x - 3.5)},${round(y - 3.5)}l7,7m0,-7l-7,7`;
}

/** A bar across the place and an arrow from it toward where the figure may lie. */
export function boundPath(toward: "up" | "down", x: number, y: number): string {
  const sign = toward === "up" ? -1 : 1;
  return `M${round(x)},${round(y)}m-5,0h10m-5,0v${sign * 14}m-4,${sign * -5}l4,${sign * 5}l4,${sign * -5}`;
}

/** A tenth of a pixel is finer than any screen, and keeps paths short. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
