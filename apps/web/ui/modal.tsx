"use client";

import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from "react";
import { cn } from "./classes";

/** Marks what has the focus first, where that is not the first that can have it. */
const firstFocus = "data-first-focus";

interface ModalProps {
  readonly onClose: () => void;
  /** The id of its title. */
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog, shown for as long as it is rendered. It keeps the focus inside, and gives it back to
 * what had it before.
 */
export function Modal({ onClose, labelledBy, describedBy, className, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>(`[${firstFocus}]`)?.focus();
    return () => dialog?.close();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  /** A browser closes a dialog whose cancelling it has asked about once before. */
  const closed = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (!currentTarget.open) onClose();
  };
  /** What it holds covers it: a press on the dialog itself is one on its backdrop. */
  const press = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose();
  };
  return (
    <dialog
      ref={element}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={cancel}
      onClose={closed}
      onMouseDown={press}
      className={cn(
        "m-0 mx-auto mt-[12vh] max-h-[80vh] max-w-none overflow-visible rounded-lg border bg-surface p-0 text-text shadow-xl outline-none backdrop:bg-black/40 dark:backdrop:bg-black/60",
        className,
      )}
    >
      {children}
    </dialog>
  );
}
