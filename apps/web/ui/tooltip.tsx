"use client";

import { Slot } from "radix-ui";
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { moveBeside } from "./place-beside";

const delayMs = 300;

/** Says more about what it surrounds, on hover and on focus. The child must be focusable to be reached by keyboard. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), afterMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-describedby={open ? id : undefined}
        onPointerEnter={() => show(delayMs)}
        onPointerLeave={hide}
        onFocus={() => show(0)}
        onBlur={hide}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === "Escape") hide();
        }}
      >
        {children}
      </Slot.Root>
      {open ? <Bubble id={id} text={text} anchor={anchor.current} /> : null}
    </>
  );
}

/** In the top layer, so that nothing cuts it off. */
function Bubble({ id, text, anchor }: { id: string; text: ReactNode; anchor: Element | null }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!bubble.current || !anchor) return;
    bubble.current.showPopover();
    moveBeside(bubble.current, anchor, "center");
  }, [anchor]);
  return (
    <span
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      className="pointer-events-none inset-auto m-0 w-max max-w-80 whitespace-normal rounded-md border bg-text px-2 py-1 text-left font-normal font-sans text-background text-xs shadow-md"
    >
      {text}
    </span>
  );
}
