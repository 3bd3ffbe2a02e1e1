import Link from "next/link";
import type { ReactNode } from "react";
import type { Outputs } from "@/api/client";
import type { ComparisonAccess } from "./access";
import { cellAt, type Matrix } from "./model/matrix";

type Source = Outputs["compare"]["get"]["sources"][number];

/** Leads to a source: to the catalog's page of it, or (without an account) to the article itself. */
export function sourceLink(sources: readonly Source[], access: ComparisonAccess): (id: string) => ReactNode {
  return (id) => {
    const source = sources.find((each) => each.id === id);
    if (source === undefined) return id;
    const words = [source.publisher, source.published].filter(Boolean).join(", ");
    const look = { title: source.title, className: "text-accent underline underline-offset-2" };
    if (access.kind === "own") {
      return (
        <Link href={`/catalog/sources#${source.id}`} prefetch={false} {...look}>
          {words}
        </Link>
      );
    }
    if (source.url === undefined) return words;
    return (
      <a href={source.url} rel="noreferrer" {...look}>
        {words}
      </a>
    );
  };
}

interface Origins {
  readonly matrix: Matrix;
  readonly series: Outputs["compare"]["get"]["series"];
  readonly source: (id: string) => ReactNode;
  readonly access: ComparisonAccess;
}

/** Where the figures of a series at a point are from: its run's point, or its source. */
export function originOf({ matrix, series, source, access }: Origins): (series: number, point: number) => ReactNode {
  return (index, point) => {
    const { sourceId } = series[index] ?? {};
    if (sourceId !== undefined) return source(sourceId);
    const words = matrix.series[index]?.source ?? "";
    const cell = cellAt(matrix, point, index);
    if (access.kind === "shared" || cell.kind === "missing" || cell.ref === undefined) return words;
    const { runId, sequence } = cell.ref;
    return (
      <Link
        className="text-accent hover:underline"
        href={`/benchmarks/${runId}?point=${sequence + 1}`}
        // Tens of them stand in one table: to fetch each one's page would cost the browser more than the table.
        prefetch={false}
      >
        {words}
      </Link>
    );
  };
}
