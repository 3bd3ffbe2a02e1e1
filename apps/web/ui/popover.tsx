"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export function Popover({ trigger, children, label }: { trigger: ReactElement; children: ReactNode; label: string }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-96 rounded-md border bg-surface p-3 text-table shadow-lg outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
