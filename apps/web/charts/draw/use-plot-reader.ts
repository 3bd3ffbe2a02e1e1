"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { Plot } from "../prepare/plot";
import { type Picked, type Place, pickAt, pickColumn, walk } from "../prepare/plot-reading";
import type { Scene } from "../prepare/plot-scene-types";
import { type Drag, selectedBox, zoomOf } from "../prepare/plot-selection";
import type { PlotSync } from "./plot-sync";
import type { PlotZoom } from "./plot-zoom";

/** Where the reader stands: under the pointer, in pixels, so that it reads anew as data arrive; or by the keys. */
type Reader =
  | { readonly kind: "pointer"; readonly x: number; readonly y: number }
  | { readonly kind: "keys"; readonly place: Place };

export interface PlotReaderInput {
  readonly plot: Plot;
  readonly scene: Scene;
  readonly sync: PlotSync;
  readonly zoom: PlotZoom;
  readonly onChoose: ((id: string) => void) | undefined;
}

/** What the reader of a chart points at, selects and chooses; `begin` hears of the element when reading begins. */
export function usePlotReader(input: PlotReaderInput, begin: (element: Element) => void) {
  const { plot, scene, sync, zoom, onChoose } = input;
  const [reader, setReader] = useState<Reader>();
  const [drag, setDrag] = useState<Drag>();
  const picked = pickedOf(plot, scene, reader);
  const box = drag && selectedBox(scene, drag);
  const read = (next: Reader | undefined) => {
    setReader(next);
    const at = pickedOf(plot, scene, next)?.chosen.point.x;
    sync.store.set({ at: at === undefined ? undefined : { x: at, by: sync.own } });
  };
  const choose = () => {
    const id = picked?.chosen.point.id;
    if (id !== undefined) onChoose?.(id);
    return id !== undefined;
  };
  const release = () => {
    if (box) {
      zoom.zoomTo(zoomOf(scene, box));
      read(undefined);
    } else if (drag) {
      choose();
    }
    setDrag(undefined);
  };
  const leave = (event: KeyboardEvent) => {
    if (!drag && !zoom.zoomed && !reader) return;
    event.stopPropagation();
    if (drag) setDrag(undefined);
    else if (zoom.zoomed) zoom.reset();
    else read(undefined);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") return leave(event);
    if (event.key === "Enter" && choose()) return event.preventDefault();
    const place = walk(scene, reader?.kind === "keys" ? reader.place : undefined, event.key, event.shiftKey);
    if (place === undefined) return;
    event.preventDefault();
    begin(event.currentTarget);
    read({ kind: "keys", place });
  };
  return {
    picked,
    box,
    byKeys: reader?.kind === "keys",
    handlers: {
      onPointerEnter: (event: PointerEvent) => begin(event.currentTarget),
      onPointerMove: (event: PointerEvent) => {
        const at = placeOf(event);
        if (drag) setDrag({ ...drag, toX: at.x, toY: at.y });
        else read({ kind: "pointer", ...at });
      },
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        const at = placeOf(event);
        if (event.pointerType !== "touch") event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ fromX: at.x, fromY: at.y, toX: at.x, toY: at.y });
        read({ kind: "pointer", ...at });
      },
      onPointerUp: release,
      onPointerCancel: () => setDrag(undefined),
      onPointerLeave: () => reader?.kind === "pointer" && read(undefined),
      onKeyDown: pressed,
      onBlur: () => reader?.kind === "keys" && read(undefined),
    },
  };
}

function placeOf({ currentTarget, clientX, clientY }: PointerEvent): { x: number; y: number } {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Beyond the axes a pointer reads nothing. */
const beyondPx = 12;

function pickedOf(plot: Plot, scene: Scene, reader: Reader | undefined): Picked | undefined {
  if (reader === undefined) return undefined;
  if (reader.kind === "pointer") {
    const { left, right } = scene.frame;
    const inside = reader.x >= left - beyondPx && reader.x <= right + beyondPx;
    return inside ? pickAt(scene, plot, reader.x, reader.y) : undefined;
  }
  const drawn = scene.series[reader.place.series];
  const point = drawn?.points[reader.place.point];
  if (drawn === undefined || point === undefined) return undefined;
  const chosen = { ...point, series: drawn.series };
  const readings = plot.reads === "point" || plot.heat ? [chosen] : (pickColumn(scene, point.x)?.readings ?? [chosen]);
  return { chosen, readings };
}
