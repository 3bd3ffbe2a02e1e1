"use client";

import { ZoomOut } from "lucide-react";
import { useId } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { spokenText } from "../prepare/plot-reading";
import { PlotCursor, PlotFollower, PlotRings, PlotSelection } from "./plot-cursor";
import { useSharedPlace } from "./plot-sync";
import { PlotTooltip } from "./plot-tooltip";
import { useTooltipOutside } from "./tooltip-outside";
import { type PlotReaderInput, usePlotReader } from "./use-plot-reader";

interface PlotOverlayProps extends PlotReaderInput {
  readonly chosen: string | undefined;
}

/** What answers to the pointer and the keys. It alone is drawn anew while they move. */
export function PlotOverlay(props: PlotOverlayProps) {
  const { plot, scene, sync, zoom, onChoose, chosen } = props;
  const hintId = useId();
  const outside = useTooltipOutside(scene.size.height);
  const { picked, box, byKeys, handlers } = usePlotReader(props, outside.choose);
  const elsewhere = useSharedPlace(sync);
  const choosable = onChoose !== undefined && picked?.chosen.point.id !== undefined;
  return (
    <>
      <div
        role="application"
        aria-label={`${plot.title}: drawing`}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys walk its values.
        tabIndex={0}
        className={cn(
          "absolute inset-0 touch-pan-y select-none rounded-md print:hidden",
          choosable ? "cursor-pointer" : "cursor-crosshair",
        )}
        {...handlers}
      >
        <svg width={scene.size.width} height={scene.size.height} className="absolute inset-0" aria-hidden>
          <PlotRings scene={scene} id={chosen} />
          {picked && !box ? <PlotCursor scene={scene} heat={plot.heat} picked={picked} byKeys={byKeys} /> : null}
          {picked === undefined && elsewhere !== undefined ? (
            <PlotFollower scene={scene} heat={plot.heat} x={elsewhere} />
          ) : null}
          {box ? <PlotSelection box={box} /> : null}
        </svg>
      </div>
      <span id={hintId} className="sr-only">
        Left and right go through the values, up and down through the series
        {onChoose ? ", Enter chooses one" : ""}. Drag to zoom, Escape resets the zoom.
      </span>
      <output aria-live="polite" className="sr-only">
        {byKeys && picked ? spokenText(plot, picked.chosen) : ""}
      </output>
      {zoom.zoomed ? (
        <Button size="small" className="absolute top-0 right-0 z-10 h-6 print:hidden" onClick={zoom.reset}>
          <ZoomOut aria-hidden /> Reset zoom
        </Button>
      ) : null}
      {picked && !box ? (
        <div
          role="tooltip"
          className="pointer-events-none absolute z-20 print:hidden"
          style={outside.place(picked.chosen.x, scene.size)}
        >
          <PlotTooltip plot={plot} picked={picked} />
        </div>
      ) : null}
    </>
  );
}
