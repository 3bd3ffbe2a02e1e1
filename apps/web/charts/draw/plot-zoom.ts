"use client";

import { useCallback, useMemo, useState } from "react";
import type { Range } from "../prepare/plot-axis";
import type { Zoom } from "../prepare/plot-scene-types";
import { type PlotSync, useSharedZoom } from "./plot-sync";

export interface PlotZoom {
  readonly ranges: Zoom;
  readonly zoomed: boolean;
  readonly zoomTo: (ranges: Zoom) => void;
  readonly reset: () => void;
}

/** What is seen of the axes: the base axis together with the charts beside it, the value axis alone. */
export function usePlotZoom(sync: PlotSync): PlotZoom {
  const x = useSharedZoom(sync);
  const [y, setY] = useState<Range>();
  const { store } = sync;
  const zoomTo = useCallback(
    (ranges: Zoom) => {
      if (ranges.x) store.set({ zoom: ranges.x });
      if (ranges.y) setY(ranges.y);
    },
    [store],
  );
  const reset = useCallback(() => {
    store.set({ zoom: undefined });
    setY(undefined);
  }, [store]);
  return useMemo(
    () => ({ ranges: { x, y }, zoomed: x !== undefined || y !== undefined, zoomTo, reset }),
    [x, y, zoomTo, reset],
  );
}
