"use client";

import { formatCount } from "@crosspoint/domain";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/button";
import type { HostSelection } from "./host-selection";

interface HostSelectionBarProps {
  readonly selection: HostSelection;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** What can be done with the selected hosts; it stays in view. */
export function HostSelectionBar({ selection: { ids, clear }, children }: HostSelectionBarProps) {
  if (ids.length === 0) return null;
  return (
    <section
      aria-label="Selected hosts"
      className="sticky bottom-4 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2 shadow-lg"
    >
      <span role="status">{ids.length === 1 ? "1 host" : `${formatCount(ids.length)} hosts`} selected</span>
      {children}
      <Button variant="ghost" onClick={clear}>
        <X aria-hidden /> Clear selection
      </Button>
    </section>
  );
}
