"use client";

import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactElement, ReactNode } from "react";

export function Menu({
  trigger,
  children,
  side,
}: {
  trigger: ReactElement;
  children: ReactNode;
  side?: "top" | "right";
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side ?? "bottom"}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-md border bg-surface p-1 text-table shadow-lg outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem(props: ComponentProps<typeof Radix.Item>) {
  return (
    <Radix.Item
      {...props}
      className="flex h-8 cursor-default select-none items-center gap-2 rounded px-2 outline-none data-highlighted:bg-hover data-disabled:opacity-50 [&_svg]:size-4"
    />
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5 text-muted text-xs">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-border" />;
}
