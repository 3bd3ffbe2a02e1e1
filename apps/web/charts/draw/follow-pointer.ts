"use client";

import { type PointerEvent, useEffect, useRef } from "react";

/**
 * A chart finds what lies under the pointer when the pointer moves. Over data that arrive by themselves it is told
 * again where the pointer is, so that the tooltip follows the data while the hand is still.
 */
export function useFollowPointer(data: unknown) {
  const pointer = useRef<{ target: EventTarget; clientX: number; clientY: number }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data are what moves under the pointer.
  useEffect(() => {
    if (pointer.current === undefined) return;
    const { target, clientX, clientY } = pointer.current;
    target.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX, clientY }));
  }, [data]);
  return {
    onPointerMove: ({ target, clientX, clientY }: PointerEvent) => {
      pointer.current = { target, clientX, clientY };
    },
    onPointerLeave: () => {
      pointer.current = undefined;
    },
  };
}
