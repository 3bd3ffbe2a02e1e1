import Link from "next/link";
import type { Outputs } from "@/api/client";

export type Source = Outputs["catalog"]["sources"][number]["source"];

/** Leads to where a figure comes from. */
export function SourceLink({ source }: { source: Pick<Source, "id" | "publisher" | "published" | "title"> }) {
  return (
    <Link
      href={`/catalog/sources#${source.id}`}
      title={source.title}
      className="text-accent underline underline-offset-2"
    >
      {[source.publisher, source.published].filter(Boolean).join(", ")}
    </Link>
  );
}
