import { findDriveModel, findSource, publishedComparisonRows, publishedResultsFor } from "@crosspoint/catalog";
import { type ComparisonRow, matchWorkloads, type PointSpec, workloadKey, workloadOf } from "@crosspoint/domain";

/** What a source prints of the same load on a drive of the same model as the run's. */
export interface PublishedFigures {
  readonly id: string;
  /** As the source calls it, with what sets its test apart ("steady state"). */
  readonly drive: string;
  /** Points of the run whose load is the same as far as the source states it. */
  readonly sequences: readonly number[];
  readonly metrics: ComparisonRow["metrics"];
  readonly sourceId: string;
  readonly publisher: string | undefined;
  readonly sourceTitle: string | undefined;
  /** A remark to stand beside the figures. */
  readonly note: string | undefined;
}

interface Measured {
  readonly sequence: number;
  readonly spec: PointSpec;
}

/** Published figures of this model that measure what points of the run measure. */
export function publishedFigures(model: string | null, points: readonly Measured[]): PublishedFigures[] {
  const known = model === null ? undefined : findDriveModel(model)?.model.id;
  if (known === undefined) return [];
  const ofModel = new Set(publishedResultsFor(known).map(({ id }) => id));
  // A plan measures the same load hundreds of times: each is matched once.
  const loads = [...Map.groupBy(points, ({ spec }) => workloadKey(workloadOf(spec))).values()];
  return publishedComparisonRows
    .filter(({ id }) => ofModel.has(id))
    .flatMap((row) => {
      const same = loads.filter(([first]) => first !== undefined && isSame(row, first.spec)).flat();
      return same.length === 0 ? [] : [figuresOf(row, same)];
    });
}

function isSame({ workload }: ComparisonRow, spec: PointSpec): boolean {
  return matchWorkloads(workload, workloadOf(spec)).kind === "same";
}

function figuresOf(row: ComparisonRow, points: readonly Measured[]): PublishedFigures {
  const sourceId = row.sourceId ?? "";
  const source = findSource(sourceId);
  return {
    id: row.id,
    drive: row.label,
    sequences: points.map(({ sequence }) => sequence),
    metrics: row.metrics,
    sourceId,
    publisher: source?.publisher,
    sourceTitle: source?.title,
    note: row.note,
  };
}
