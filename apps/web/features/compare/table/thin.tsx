import type { ReactNode } from "react";
import { Tooltip } from "@/ui/tooltip";

/** A figure of so few samples that it is indicative only; hover and focus say why. */
export function Thin({ above = 0, children }: { above: number | undefined; children: ReactNode }) {
  return (
    <Tooltip text={`Only ${above} ${above === 1 ? "sample" : "samples"} above it: indicative only.`}>
      <button type="button" className="cursor-help text-muted underline decoration-dotted underline-offset-3">
        {children}
      </button>
    </Tooltip>
  );
}
