"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import type { FocusTarget } from "./builder-context";

/** Gives the focus to a part of a step's card once what was done is shown. */
export function useFocusAfter(within: RefObject<HTMLElement | null>): (target: FocusTarget | undefined) => void {
  const wanted = useRef<FocusTarget>(undefined);
  useLayoutEffect(() => {
    const target = wanted.current;
    if (target === undefined) return;
    const card = within.current?.querySelector(`[data-step="${CSS.escape(target.key)}"]`);
    const part = card?.querySelector<HTMLElement>(`[data-part="${CSS.escape(target.part)}"]`);
    if (part === null || part === undefined) return;
    wanted.current = undefined;
    part.focus();
    part.scrollIntoView({ block: "nearest" });
  });
  return (target) => {
    wanted.current = target;
  };
}
