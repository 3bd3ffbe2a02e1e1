import type { ReactNode } from "react";
import { cn } from "@/ui/classes";
import { manyStackedClasses } from "@/ui/table";

/** A table that scrolls in a place of its own, under a head that stays; a list where there is no room for its columns. */
export function TallTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label={label} tabIndex={0} className="@container relative max-h-[75vh] overflow-auto">
      <table
        aria-label={label}
        className={cn(
          "w-full border-collapse text-table [&_thead]:sticky [&_thead]:top-0 [&_thead]:z-10 [&_thead]:bg-surface",
          manyStackedClasses,
        )}
      >
        {children}
      </table>
    </section>
  );
}
