"use client";

import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge, extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { DraftPlan } from "../draft/draft-plan";
import { whyNotAt } from "../draft/moves";
import { findStep, listAt, type Place } from "../draft/tree";

type Edge = "top" | "bottom";
type Data = Record<string | symbol, unknown>;

const sourceKey = ({ data }: { data: Data }) => (typeof data.stepKey === "string" ? data.stepKey : undefined);

/** The plan as it is now, for what was set up before. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function canDrop(plan: DraftPlan, key: string | undefined, within: string | undefined): boolean {
  const found = key === undefined ? undefined : findStep(plan.steps, key);
  return found !== undefined && whyNotAt(plan.steps, found.step, within) === undefined;
}

/** A step's row can be taken by its handle; another step is dropped above or below it. */
export function useDraggableStep(plan: DraftPlan, stepKey: string, isEnabled: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [edge, setEdge] = useState<Edge>();
  const [isDragged, setDragged] = useState(false);
  const latest = useLatest(plan);
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current];
    if (element === null || dragHandle === null || !isEnabled) return;
    const within = () => findStep(latest.current.steps, stepKey)?.within;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ stepKey }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => sourceKey(source) !== stepKey && canDrop(latest.current, sourceKey(source), within()),
        getData: ({ input }) =>
          attachClosestEdge({ beside: stepKey }, { element, input, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self }) => setEdge(edgeOf(self.data)),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    );
  }, [latest, stepKey, isEnabled]);
  return { row, handle, edge, isDragged };
}

function edgeOf(data: Data): Edge | undefined {
  const edge = extractClosestEdge(data);
  return edge === "top" || edge === "bottom" ? edge : undefined;
}

/** The end of a list, which may be empty: a step is dropped there as its last. */
export function useListEnd(plan: DraftPlan, within: string | undefined, isEnabled: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useLatest(plan);
  useEffect(() => {
    const element = end.current;
    if (element === null || !isEnabled) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => canDrop(latest.current, sourceKey(source), within),
      getData: () => ({ endOf: within ?? "" }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [latest, within, isEnabled]);
  return { end, isOver };
}

/** Moves a step where it is dropped. */
export function useStepDrops(plan: DraftPlan, onDrop: (key: string, at: Place) => void): void {
  const latest = useLatest({ plan, onDrop });
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => sourceKey(source) !== undefined,
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets;
          const key = sourceKey(source);
          const place = target && placeOf(latest.current.plan, target.data);
          if (key !== undefined && place !== undefined) latest.current.onDrop(key, place);
        },
      }),
    [latest],
  );
}

function placeOf({ steps }: DraftPlan, data: Data): Place | undefined {
  if (typeof data.endOf === "string") {
    const within = data.endOf === "" ? undefined : data.endOf;
    return { within, index: listAt(steps, within).length };
  }
  const found = typeof data.beside === "string" ? findStep(steps, data.beside) : undefined;
  if (found === undefined) return undefined;
  return { within: found.within, index: found.index + (edgeOf(data) === "bottom" ? 1 : 0) };
}
