"use client";

import { formatCount } from "@crosspoint/domain";
import type { ReactNode } from "react";
import { SelectionBar } from "@/ui/selection-bar";
import type { HostSelection } from "./host-selection";

interface HostSelectionBarProps {
  readonly selection: HostSelection;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** What can be done with the selected hosts; it stays in view. */
export function HostSelectionBar({ selection: { ids, clear }, children }: HostSelectionBarProps) {
  if (ids.length === 0) return null;
  const hosts = ids.length === 1 ? "1 host" : `${formatCount(ids.length)} hosts`;
  return (
    <SelectionBar label="Selected hosts" text={`${hosts} selected`} onClear={clear}>
      {children}
    </SelectionBar>
  );
}
