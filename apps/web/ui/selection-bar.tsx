import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

interface SelectionBarProps {
  /** "Selected hosts". */
  readonly label: string;
  /** "3 hosts selected". */
  readonly text: string;
  readonly onClear: () => void;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** What can be done with what is selected; it stays in view at the window's end, and nothing covers it: toasts keep away from it. */
export function SelectionBar({ label, text, onClear, children }: SelectionBarProps) {
  return (
    <section
      aria-label={label}
      data-selection-bar
      className="sticky bottom-4 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2 shadow-lg"
    >
      <span role="status">{text}</span>
      {children}
      <Button variant="ghost" onClick={onClear}>
        <X aria-hidden /> Clear selection
      </Button>
    </section>
  );
}
