import type { PublishedRow } from "@crosspoint/catalog";
import type { SeriesChoice } from "@crosspoint/domain";

/** A run of a series, as people tell runs apart. */
export interface SeriesRun {
  readonly runId: string;
  readonly requestedAt: Date;
  readonly hostname: string;
  readonly planName: string;
}

/** What a series is, before its points are read. */
export interface SeriesHead {
  /** Its text, by which a URL names it. */
  readonly id: string;
  readonly kind: SeriesChoice["kind"];
  /** What it is called: a drive, a model, a tag. */
  readonly label: string;
  /** The drive as a person names it; of a group what its drives have in common. */
  readonly drive: string;
  /** What tells two series of one name apart: host and plan, how many runs, or the publisher. */
  readonly detail: string;
  /** Series of one key are of one color: the drive, else the model. */
  readonly colorKey: string;
  readonly driveId?: string;
  /** Model in the catalog. */
  readonly modelId?: string;
  readonly runs: readonly SeriesRun[];
  readonly sourceId?: string;
  /** Of what came in files: the tool that measured it, "fio 3.42". */
  readonly tool?: string;
  /** How its runs were chosen, and what must be known to read its figures. */
  readonly note?: string;
  /** Why there is nothing of it. */
  readonly gone?: string;
  /** Parts of it that can be compared, where all of it is too much. */
  readonly parts?: readonly SeriesPart[];
}

export interface SeriesPart {
  readonly series: string;
  readonly name: string;
  readonly points: number;
}

/** A series with what its points are read from. */
export interface ResolvedSeries {
  readonly head: SeriesHead;
  readonly runIds: readonly string[];
  /** Only what stands at or below this step of the plan. */
  readonly step?: readonly number[];
  /** Only these directions of these points of its run. */
  readonly only?: ReadonlyMap<number, ReadonlySet<"read" | "write">>;
  /** Of a published series: its rows that were chosen. */
  readonly rows?: readonly PublishedRow[];
}
