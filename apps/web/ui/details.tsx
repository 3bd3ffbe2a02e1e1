import type { ReactNode } from "react";
import { cn } from "./classes";

/** What only whoever looks into it wants to read, such as the command that failed: behind one press. */
export function Details({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <details className={cn("mt-1 text-table", className)}>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">Details</summary>
      <p className="wrap-anywhere mt-1 font-mono text-xs">{children}</p>
    </details>
  );
}
