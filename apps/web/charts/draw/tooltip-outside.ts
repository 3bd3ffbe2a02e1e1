"use client";

import { type PointerEvent, useState } from "react";
import { type OutsideSide, sideOutside } from "../prepare/tooltip-side";

/**
 * A tooltip of many lines hides the curves that it speaks of: it stands below the drawing, or above it where the window
 * ends, and follows the pointer only sideways.
 */
export function useTooltipOutside(height: number) {
  const [side, setSide] = useState<OutsideSide>("below");
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent) => {
      const { top, bottom } = currentTarget.getBoundingClientRect();
      setSide(sideOutside({ above: top, below: window.innerHeight - bottom }));
    },
    tooltip: {
      position: { y: side === "below" ? height : 0 },
      wrapperStyle: { zIndex: 20 },
    },
    className: side === "above" ? "-translate-y-full" : "",
  };
}
