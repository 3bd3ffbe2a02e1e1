import { findSource, publishedResults } from "@crosspoint/catalog";

/** Published figures of a database test on one drive, over the number of its clients. */
export interface PublishedOltp {
  readonly drive: string;
  readonly points: readonly { readonly concurrency: number; readonly value: number }[];
  readonly sourceId: string;
  readonly sourceTitle: string | undefined;
}

/** The table of the one published database test. It is another benchmark than any that is run here. */
export function publishedOltp(): PublishedOltp[] {
  const series = publishedResults.series.filter(({ workload }) => workload.id === "oltp-tpcc");
  return series.map(({ drive, points, sourceId }) => ({
    drive: drive.name,
    points,
    sourceId,
    sourceTitle: findSource(sourceId)?.title,
  }));
}
