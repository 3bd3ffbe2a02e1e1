"use client";

import { CircleCheck, CircleX, X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "./button";
import { cn } from "./classes";

interface Toast {
  readonly id: number;
  readonly tone: "good" | "failed";
  readonly title: string;
  readonly description: string | undefined;
}

const shownMs = { good: 4000, failed: 8000 } as const;
const atMost = 3;

/** What is shown now, the newest last; one list for the whole tab. */
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  set(toasts.filter((each) => each.id !== id));
}

function show(tone: Toast["tone"], title: string, description?: string): void {
  lastId += 1;
  const id = lastId;
  set([...toasts, { id, tone, title, description }].slice(-atMost));
  setTimeout(() => dismiss(id), shownMs[tone]);
}

/** Says for a few seconds what became of what somebody did. */
export const toast = {
  success: (title: string) => show("good", title),
  error: (title: string, { description }: { description?: string | undefined } = {}) =>
    show("failed", title, description),
};

const none: readonly Toast[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Away from what is selected and what can be done with it: at the window's other end while a selection bar is there. */
const besideSelection = "[:root:has([data-selection-bar])_&]:top-16 [:root:has([data-selection-bar])_&]:bottom-auto";

/** Where toasts appear: in the top layer, above a dialog too. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = place.current;
    // Shown anew, it stands above whatever came into the top layer since.
    if (element?.matches(":popover-open")) element.hidePopover();
    if (shown.length > 0) element?.showPopover();
  }, [shown]);
  return (
    <section
      ref={place}
      popover="manual"
      aria-label="Notifications"
      aria-live="polite"
      className={cn(
        "inset-auto right-4 bottom-4 m-0 w-88 max-w-[calc(100vw-2rem)] bg-transparent p-0 text-text",
        besideSelection,
      )}
    >
      <ol className="grid gap-2">
        {shown.map((each) => (
          <Item key={each.id} toast={each} />
        ))}
      </ol>
    </section>
  );
}

function Item({ toast: { id, tone, title, description } }: { toast: Toast }) {
  const Icon = tone === "good" ? CircleCheck : CircleX;
  return (
    <li className="flex items-start gap-2.5 rounded-lg border bg-surface p-3 text-table shadow-lg">
      <Icon className={`mt-px size-4 shrink-0 ${tone === "good" ? "text-good" : "text-failed"}`} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{title}</p>
        {description ? <p className="mt-0.5 break-words text-muted">{description}</p> : null}
      </div>
      <Button variant="ghost" size="icon-small" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X aria-hidden />
      </Button>
    </li>
  );
}
