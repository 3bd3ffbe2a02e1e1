"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Button } from "./button";

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the foot, the one that acts last. */
  readonly footer?: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, children, footer }: DialogProps) {
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40 dark:bg-black/60" />
        <Radix.Content
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[min(34rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col rounded-lg border bg-surface shadow-xl outline-none"
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          // Radix gives focus back to a trigger of its own alone; these are opened by whatever has it now.
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <header className="flex items-start gap-3 border-b px-4 py-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="mt-0.5 text-muted text-table">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon-small" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          <div className="min-h-0 overflow-y-auto px-4 py-4">{children}</div>
          {footer ? (
            <footer className="flex justify-end gap-2 border-t px-4 py-3 max-sm:flex-col-reverse">{footer}</footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
