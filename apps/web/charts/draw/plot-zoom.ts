"use client";

import { useCallback, useMemo, useState } from "react";
import { type AxisZoom, zoomInto, zoomWithin } from "../prepare/axis-zoom";
import type { Plot } from "../prepare/plot";
import type { Zoom } from "../prepare/plot-scene-types";
import { type PlotSync, useSharedZoom } from "./plot-sync";

export interface PlotZoom {
  readonly ranges: Zoom;
  readonly zoomed: boolean;
  readonly zoomTo: (ranges: Zoom) => void;
  readonly reset: () => void;
}

/** What is seen of the axes: the base axis together with the charts beside it, the value axis alone. */
export function usePlotZoom(sync: PlotSync, plot: Pick<Plot, "x" | "y">): PlotZoom {
  const shared = useSharedZoom(sync);
  const [own, setOwn] = useState<AxisZoom>();
  const { store } = sync;
  const x = useMemo(() => zoomWithin(plot.x, shared), [plot.x, shared]);
  const y = useMemo(() => zoomWithin(plot.y, own), [plot.y, own]);
  const zoomTo = useCallback(
    (ranges: Zoom) => {
      if (ranges.x) store.set({ zoom: zoomInto(plot.x, ranges.x) });
      if (ranges.y) setOwn(zoomInto(plot.y, ranges.y));
    },
    [store, plot.x, plot.y],
  );
  const reset = useCallback(() => {
    store.set({ zoom: undefined });
    setOwn(undefined);
  }, [store]);
  return useMemo(
    () => ({ ranges: { x, y }, zoomed: x !== undefined || y !== undefined, zoomTo, reset }),
    [x, y, zoomTo, reset],
  );
}
