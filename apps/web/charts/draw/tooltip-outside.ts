"use client";

import { type CSSProperties, useState } from "react";
import { type OutsideSide, sideOutside } from "../prepare/tooltip-side";

/**
 * A tooltip of many lines hides the curves that it speaks of: it stands below the drawing, or above it where the window
 * ends, and follows the pointer only sideways.
 */
export function useTooltipOutside(height: number) {
  const [side, setSide] = useState<OutsideSide>("below");
  const choose = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    setSide(sideOutside({ above: top, below: window.innerHeight - bottom }));
  };
  return {
    choose,
    /** Left of the place by its share of the width, so that it never leaves the drawing sideways. */
    place: (x: number, { width }: { readonly width: number }): CSSProperties => ({
      left: x,
      top: side === "below" ? height : 0,
      transform: `translate(${(-100 * x) / width}%, ${side === "below" ? "0" : "-100%"})`,
    }),
  };
}
