"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

const delayMs = 300;

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={delayMs}>{children}</Radix.Provider>;
}

/** Says more about what it surrounds, on hover and on focus. The child must be focusable to be reached by keyboard. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 rounded-md border bg-text px-2 py-1 text-xs text-background shadow-md"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
