import { COMPARED_SERIES_MAX, seriesText } from "@crosspoint/domain";
import { BookOpen } from "lucide-react";
import Link from "next/link";
import type { Outputs } from "@/api/client";
import { PublishedNotes } from "@/features/published/notes";
import { ResultsTable } from "@/features/published/results-table";
import { SeriesTable } from "@/features/published/series-table";
import { SourceLink } from "@/features/published/source-link";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";

type Detail = Outputs["catalog"]["model"];

/** What has been published about the model; each figure with its bound and its source. */
export function PublishedPanel({ detail }: { detail: Detail }) {
  const { published, series, sources } = detail;
  const sourceOf = (id: string) => {
    const source = sources.find((each) => each.id === id);
    return source ? <SourceLink source={source} /> : id;
  };
  if (published.length === 0 && series.length === 0) {
    return (
      <Panel title="Published results">
        <EmptyState icon={BookOpen} title="No published results in the catalog" />
      </Panel>
    );
  }
  return (
    <Panel
      title="Published results"
      note="not measured here"
      flush
      actions={
        <Button size="small" asChild>
          <Link href={comparisonAddress(detail)}>Compare these</Link>
        </Button>
      }
    >
      {published.length > 0 ? (
        <ResultsTable rows={published} label="Published results" source={sourceOf} namesDrive />
      ) : null}
      <PublishedNotes rows={published} />
      {series.length > 0 ? (
        <SeriesTable series={series} label="Published results by concurrency" source={sourceOf} namesDrive />
      ) : null}
    </Panel>
  );
}

/** A comparison of what each source states of each drive of the model. */
function comparisonAddress({ published, series }: Detail): string {
  const choices = [...published, ...series].map(({ sourceId, drive }) =>
    seriesText({ kind: "published", sourceId, drive: drive.name }),
  );
  const distinct = [...new Set(choices)].slice(0, COMPARED_SERIES_MAX);
  return `/compare?s=${distinct.map(encodeURIComponent).join(",")}`;
}
