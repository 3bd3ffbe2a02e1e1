"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

interface MoreFieldsProps {
  readonly title: string;
  /** Something in it is set, or wrong: it starts open, so that nothing is hidden. */
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** Fields that most steps leave at their defaults. */
export function MoreFields({ title, isUsed, children }: MoreFieldsProps) {
  const [open, setOpen] = useState(isUsed);
  return (
    <details className="group" open={open || isUsed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 text-muted text-table hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 group-open:rotate-90" aria-hidden />
        {title}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
