"use client";

import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "./button";
import { Modal } from "./modal";

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the foot, the one that acts last. */
  readonly footer?: ReactNode;
}

/** Its first focus is in its body, or on the first button of its foot, which is the safe one: never on the cross. */
export function Dialog({ open, onOpenChange, title, description, children, footer }: DialogProps) {
  const id = useId();
  if (!open) return null;
  const close = () => onOpenChange(false);
  return (
    <Modal
      onClose={close}
      labelledBy={`${id}-title`}
      describedBy={description === undefined ? undefined : `${id}-description`}
      className="w-[min(34rem,calc(100vw-1.5rem))]"
    >
      <div className="relative flex max-h-[80vh] flex-col">
        <header className="border-b py-3 pr-12 pl-4">
          <h2 id={`${id}-title`} className="font-semibold text-base">
            {title}
          </h2>
          {description === undefined ? null : (
            <p id={`${id}-description`} className="mt-0.5 text-muted text-table">
              {description}
            </p>
          )}
        </header>
        <div className="min-h-0 overflow-y-auto px-4 py-4">{children}</div>
        {footer ? (
          <footer className="flex justify-end gap-2 border-t px-4 py-3 max-sm:flex-col-reverse">{footer}</footer>
        ) : null}
        <Button variant="ghost" size="icon-small" className="absolute top-3 right-4" aria-label="Close" onClick={close}>
          <X aria-hidden />
        </Button>
      </div>
    </Modal>
  );
}
