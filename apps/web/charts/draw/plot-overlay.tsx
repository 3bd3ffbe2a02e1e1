"use client";

import { ZoomOut } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { Button } from "@/ui/button";
import type { Plot } from "../prepare/plot";
import { nearest, type Picked, type Place, pickAt, pickColumn, spokenText, walk } from "../prepare/plot-reading";
import type { Scene } from "../prepare/plot-scene-types";
import { type Drag, selectedBox, zoomOf } from "../prepare/plot-selection";
import { xPlace } from "../prepare/plot-series";
import { PlotCursor } from "./plot-cursor";
import { type PlotSync, useSharedPlace } from "./plot-sync";
import { PlotTooltip } from "./plot-tooltip";
import type { PlotZoom } from "./plot-zoom";
import { useTooltipOutside } from "./tooltip-outside";

interface PlotOverlayProps {
  readonly plot: Plot;
  readonly scene: Scene;
  readonly sync: PlotSync;
  readonly zoom: PlotZoom;
}

/** Where the reader stands: under the pointer, in pixels, so that it reads anew as data arrive; or by the keys. */
type Reader =
  | { readonly kind: "pointer"; readonly x: number; readonly y: number }
  | { readonly kind: "keys"; readonly place: Place };

/** What answers to the pointer and the keys. It alone is drawn anew while they move. */
export function PlotOverlay({ plot, scene, sync, zoom }: PlotOverlayProps) {
  const [reader, setReader] = useState<Reader>();
  const [drag, setDrag] = useState<Drag>();
  const hintId = useId();
  const outside = useTooltipOutside(scene.size.height);
  const elsewhere = useSharedPlace(sync);
  const picked = pickedOf(plot, scene, reader);
  const box = drag && selectedBox(scene, drag);
  const follow = drag === undefined && picked === undefined && elsewhere !== undefined;
  const read = (next: Reader | undefined) => {
    setReader(next);
    const at = pickedOf(plot, scene, next)?.chosen.point.x;
    sync.store.set({ at: at === undefined ? undefined : { x: at, by: sync.own } });
  };
  const leave = () => {
    if (reader?.kind === "pointer") read(undefined);
  };
  const release = () => {
    if (box) {
      zoom.zoomTo(zoomOf(scene, box));
      read(undefined);
    }
    setDrag(undefined);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape" && (drag ?? (zoom.zoomed || reader))) {
      event.stopPropagation();
      setDrag(undefined);
      if (drag === undefined && zoom.zoomed) zoom.reset();
      else read(undefined);
      return;
    }
    const place = walk(scene, reader?.kind === "keys" ? reader.place : undefined, event.key, event.shiftKey);
    if (place === undefined) return;
    event.preventDefault();
    outside.choose(event.currentTarget);
    read({ kind: "keys", place });
  };
  return (
    <>
      <div
        role="application"
        aria-label={`${plot.title}: drawing`}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys walk its values.
        tabIndex={0}
        className="absolute inset-0 cursor-crosshair touch-pan-y select-none rounded-md print:hidden"
        onPointerEnter={(event) => outside.choose(event.currentTarget)}
        onPointerMove={(event) => {
          const at = placeOf(event);
          if (drag) setDrag({ ...drag, toX: at.x, toY: at.y });
          else read({ kind: "pointer", ...at });
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          const at = placeOf(event);
          if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ fromX: at.x, fromY: at.y, toX: at.x, toY: at.y });
          read({ kind: "pointer", ...at });
        }}
        onPointerUp={release}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={leave}
        onKeyDown={pressed}
        onBlur={() => reader?.kind === "keys" && read(undefined)}
      >
        <svg width={scene.size.width} height={scene.size.height} className="absolute inset-0" aria-hidden>
          {picked && !box ? <PlotCursor scene={scene} picked={picked} keys={reader?.kind === "keys"} /> : null}
          {follow ? <Follower scene={scene} x={elsewhere} /> : null}
          {box ? (
            <rect
              x={box.left}
              y={box.top}
              width={box.right - box.left}
              height={box.bottom - box.top}
              fill="var(--accent)"
              fillOpacity={0.14}
              stroke="var(--accent)"
            />
          ) : null}
        </svg>
      </div>
      <span id={hintId} className="sr-only">
        Left and right go through the values, up and down through the series. Drag to zoom, Escape resets the zoom.
      </span>
      <span aria-live="polite" className="sr-only">
        {reader?.kind === "keys" && picked ? spokenText(plot, picked.chosen) : ""}
      </span>
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

function placeOf({ currentTarget, clientX, clientY }: PointerEvent): { x: number; y: number } {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function pickedOf(plot: Plot, scene: Scene, reader: Reader | undefined): Picked | undefined {
  if (reader === undefined) return undefined;
  if (reader.kind === "pointer") {
    const { left, right } = scene.frame;
    const inside = reader.x >= left - 12 && reader.x <= right + 12;
    return inside ? pickAt(scene, plot.reads, reader.x, reader.y) : undefined;
  }
  const drawn = scene.series[reader.place.series];
  const point = drawn?.points[reader.place.point];
  if (drawn === undefined || point === undefined) return undefined;
  const chosen = { ...point, series: drawn.series };
  const readings = plot.reads === "point" ? [chosen] : (pickColumn(scene, point.x)?.readings ?? [chosen]);
  return { chosen, readings };
}

/** The place that a chart beside this one is pointed at. */
function Follower({ scene, x }: { scene: Scene; x: number }) {
  const at = xPlace(scene, x);
  const column = nearest(scene.columns, at);
  const picked = column !== undefined && Math.abs(column - at) <= 3 ? pickColumn(scene, column) : undefined;
  if (at < scene.frame.left || at > scene.frame.right) return null;
  return picked ? <PlotCursor scene={scene} picked={picked} keys={false} /> : null;
}
