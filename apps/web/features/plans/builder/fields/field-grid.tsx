import type { ReactNode } from "react";

/** Fields side by side, as many as there is room for. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-start grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4 gap-y-3">
      {children}
    </div>
  );
}
