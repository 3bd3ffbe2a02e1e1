"use client";

import { Activity, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cn } from "../classes";
import { useDrawAll } from "./draw-all";

/**
 * What is this near below the window is drawn. What lies above it was drawn on the way down, or was passed by: then it is
 * drawn, and asks the server, once somebody comes to it.
 */
const margin = "0px 0px 120px 0px";

interface WhenNearProps {
  /** What it is: a chart, or a part of the page. */
  readonly role: "figure" | "region";
  /** Its name, also while it is not drawn. */
  readonly label: string;
  /** About how high it will be, in pixels. */
  readonly height: number;
  readonly children: () => ReactNode;
}

/**
 * Draws its children once they are near the window. What changes while it is far away is not drawn anew but hidden, its
 * state kept, under a name that can be found, read out and reached by keyboard, in a room of the same height: nothing on
 * the page is out of date, and nothing that cannot be seen costs work.
 */
export function WhenNear({ role, label, height, children }: WhenNearProps) {
  const host = useRef<HTMLDivElement>(null);
  const { isNear, seenHeight } = useNear(host);
  const all = useDrawAll();
  const [drawn, setDrawn] = useState<{ of: () => ReactNode; element: ReactNode }>();
  // A change of state while rendering: React begins this component anew, before its children.
  if ((isNear || all) && drawn?.of !== children) setDrawn({ of: children, element: children() });
  const isCurrent = drawn?.of === children;
  const standIn = isCurrent ? {} : { role, "aria-label": label, tabIndex: 0 };
  return (
    <div
      ref={host}
      // The focus stays where it is while its content comes.
      tabIndex={-1}
      {...standIn}
      className="min-w-0 outline-offset-2 empty:hidden"
      style={isCurrent ? undefined : { height: seenHeight ?? height }}
    >
      {isCurrent ? null : <StandIn role={role} label={label} />}
      {drawn === undefined ? null : <Activity mode={isCurrent ? "visible" : "hidden"}>{drawn.element}</Activity>}
    </div>
  );
}

function StandIn({ role, label }: Pick<WhenNearProps, "role" | "label">) {
  return (
    <div className={cn("flex h-full flex-col", role === "region" && "rounded-lg border bg-surface")}>
      <p className={role === "region" ? "border-b px-4 py-2.5 font-semibold" : "min-h-8 font-medium"}>{label}</p>
      <div className={cn("min-h-0 flex-1 rounded bg-sunken", role === "region" && "m-4")} />
    </div>
  );
}

/** Whether an element is near the window, and how high it was when it left. */
function useNear(element: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<{ isNear: boolean; seenHeight?: number }>({ isNear: false });
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { isIntersecting: isNear, boundingClientRect } = entry;
        setPlace((before) => {
          if (isNear === before.isNear) return before;
          return isNear ? { isNear } : { isNear, seenHeight: boundingClientRect.height };
        });
      },
      { rootMargin: margin },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return place;
}
