"use client";

import { useId, useMemo, useRef } from "react";
import type { Plot } from "../prepare/plot";
import { layOut } from "../prepare/plot-scene";
import type { LegendState } from "./legend-state";
import { PlotOverlay } from "./plot-overlay";
import { PlotStatic } from "./plot-static";
import { usePlotSync } from "./plot-sync";
import { usePlotZoom } from "./plot-zoom";
import { useWidth } from "./use-width";

interface PlotDrawingProps {
  readonly plot: Plot;
  readonly height: number;
  readonly syncId?: string | undefined;
  readonly onChoose?: ((id: string) => void) | undefined;
  readonly chosen?: string | undefined;
  readonly legend: LegendState;
}

/** The drawing: what stands still below, what answers to the pointer and the keys above. */
export function PlotDrawing({ plot, height, syncId, legend, onChoose, chosen }: PlotDrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const clipId = useId();
  const sync = usePlotSync(syncId);
  const zoom = usePlotZoom(sync, plot);
  const { isHidden } = legend;
  const shown = useMemo(() => ({ ...plot, series: plot.series.filter(({ id }) => !isHidden(id)) }), [plot, isHidden]);
  const { ranges } = zoom;
  const scene = useMemo(
    () => (width > 0 ? layOut(shown, { width, height }, ranges) : undefined),
    [shown, width, height, ranges],
  );
  const empty = plot.series.every(({ points }) => points.every(({ y }) => y === null));
  if (empty) {
    return (
      <div ref={host} style={{ height }} className="grid place-items-center rounded-md border border-dashed px-4">
        <p className="text-center text-muted">{plot.empty ?? "There are no values to draw."}</p>
      </div>
    );
  }
  return (
    <div ref={host} style={{ height }} className="print:[&_svg]:h-auto! print:[&_svg]:max-w-full">
      {scene ? (
        <>
          <PlotStatic plot={shown} scene={scene} legend={legend} clipId={clipId} />
          <PlotOverlay plot={shown} scene={scene} sync={sync} zoom={zoom} onChoose={onChoose} chosen={chosen} />
        </>
      ) : null}
    </div>
  );
}
