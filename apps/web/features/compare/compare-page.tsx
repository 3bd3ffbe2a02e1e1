"use client";

import { useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/api/client";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { PanelSkeleton } from "@/ui/skeleton";
import { ChooseResults } from "./choose-results";
import { Compared } from "./compared";
import { ExportMenu } from "./export-menu";
import { comparisonParsers } from "./selection";

/** Measured points beside published results. The URL is the comparison. */
export function ComparePage() {
  const [selection, setSelection] = useQueryStates(comparisonParsers, { history: "push" });
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.compare.rows.queryOptions(
      { measured: selection.m, published: selection.p, withReference: selection.with === "reference" },
      { placeholderData: (before) => before },
    ),
  );
  const choose = (ids: readonly string[]) => {
    const isPublished = (id: string) =>
      data?.entries.some(({ row }) => row.id === id && row.kind === "published") || id.includes("/");
    void setSelection({
      m: ids.filter((id) => !isPublished(id)),
      p: ids.filter(isPublished),
      with: null,
      workload: null,
    });
  };
  return (
    <Page
      crumbs={[{ name: "Compare" }]}
      title="Compare"
      subtitle="Measured results beside published ones; a published figure is always hollow and names its source."
      actions={
        <>
          {data ? <ExportMenu comparison={data} /> : null}
          <CopyLink />
          <Button variant="primary" onClick={() => void setSelection({ choose: true })}>
            <ListPlus aria-hidden /> Select results
          </Button>
        </>
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined ? (
        <>
          <PanelSkeleton className="h-96" />
          <PanelSkeleton className="h-72" />
        </>
      ) : (
        <>
          <Compared comparison={data} selection={selection} onSelect={setSelection} onChoose={choose} />
          <ChooseResults
            open={selection.choose}
            onOpenChange={(open) => void setSelection({ choose: open || null })}
            chosen={data.isDefault ? [] : data.entries.map(({ row }) => row.id)}
            onChoose={choose}
          />
        </>
      )}
    </Page>
  );
}

function CopyLink() {
  const href = typeof window === "undefined" ? "" : window.location.href;
  return <CopyButton text={href} what="link to this comparison" />;
}
