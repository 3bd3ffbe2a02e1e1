import type { ReactNode } from "react";

/** Names and values in two columns. */
export function DefinitionList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-table">{children}</dl>;
}

export function Definition({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-0.5 text-muted">{term}</dt>
      <dd className="min-w-0 break-words py-0.5">{children}</dd>
    </>
  );
}
