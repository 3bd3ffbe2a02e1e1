"use client";

import { Slot } from "radix-ui";
import { type ReactElement, type ReactNode, type ToggleEvent, useId, useRef, useState } from "react";
import { cn } from "./classes";
import { stayBeside } from "./place-beside";

const focusable = "input, button, select, a[href]";

interface PopoverProps {
  /** A button. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * What a button opens beside itself. The browser's own popover: Esc and a click elsewhere close it, and the focus goes
 * back to the button.
 */
export function Popover({ trigger, label, className, children }: PopoverProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const toggled = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === "open") {
      if (anchor.current) stayBeside(currentTarget, anchor.current);
      currentTarget.querySelector<HTMLElement>(focusable)?.focus();
    } else if (document.activeElement === document.body) {
      // What had the focus is hidden now.
      anchor.current?.focus();
    }
  };
  return (
    <>
      <Slot.Root ref={anchor} {...{ popoverTarget: id }}>
        {trigger}
      </Slot.Root>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={({ newState }) => setOpen(newState === "open")}
        onToggle={toggled}
        className={cn(
          "inset-auto m-0 max-w-[min(24rem,calc(100vw-1rem))] overflow-auto rounded-md border bg-surface p-3 text-table text-text shadow-lg",
          className,
        )}
      >
        {open ? children : null}
      </div>
    </>
  );
}

/** Closes the popover around it, beside what it does itself. */
export function closePopover(within: Element): void {
  within.closest<HTMLElement>("[popover]")?.hidePopover();
}
