import { modifiedScores, OUTLIER_SCORE, USUAL_OF_MIN } from "../analysis/modified-scores.ts";

/** Which of several drives of one model is not like the others, figure by figure: by the modified z-score. */

/** A figure of one drive. */
export interface DriveFigure {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** A difference from the median that is too small to matter, however alike the others are. */
  readonly negligible: { readonly percent: number } | { readonly absolute: number };
}

export interface ComparedDrive {
  readonly id: string;
  readonly figures: readonly DriveFigure[];
}

/** A drive and the figure in which it differs. */
export interface OddFigure {
  readonly driveId: string;
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly median: number;
  /** Modified z-score, with its sign; null where all others are equal. */
  readonly score: number | null;
  readonly differencePercent: number | null;
}

export type OddOnes =
  | { readonly kind: "tooFew"; readonly drives: number }
  | {
      readonly kind: "compared";
      readonly drives: number;
      readonly figures: number;
      readonly odd: readonly OddFigure[];
    };

/** Compares every figure that at least four of the drives have; the most different one first. Who has none is not counted. */
export function findOddOnes(drives: readonly ComparedDrive[]): OddOnes {
  const byKey = new Map<string, (DriveFigure & { driveId: string })[]>();
  for (const { id, figures } of drives) {
    for (const figure of figures) {
      if (!Number.isFinite(figure.value)) continue;
      byKey.set(figure.key, [...(byKey.get(figure.key) ?? []), { ...figure, driveId: id }]);
    }
  }
  const compared = [...byKey.values()].filter((values) => values.length >= USUAL_OF_MIN);
  if (compared.length === 0) {
    return { kind: "tooFew", drives: Math.max(0, ...[...byKey.values()].map(({ length }) => length)) };
  }
  const odd = compared.flatMap(oddOf).toSorted((a, b) => weight(b) - weight(a));
  const alike = new Set(compared.flatMap((values) => values.map(({ driveId }) => driveId)));
  return { kind: "compared", drives: alike.size, figures: compared.length, odd };
}

function weight({ score }: OddFigure): number {
  return score === null ? Number.POSITIVE_INFINITY : Math.abs(score);
}

function oddOf(values: readonly (DriveFigure & { driveId: string })[]): OddFigure[] {
  const { median: center, scores } = modifiedScores(values.map(({ value }) => value));
  return values.flatMap(({ driveId, key, label, value, negligible }, index) => {
    const score = scores[index] ?? 0;
    if (Math.abs(score) <= OUTLIER_SCORE || isNegligible(value - center, center, negligible)) return [];
    const differencePercent = center === 0 ? null : ((value - center) / Math.abs(center)) * 100;
    return [
      { driveId, key, label, value, median: center, score: Number.isFinite(score) ? score : null, differencePercent },
    ];
  });
}

function isNegligible(difference: number, center: number, negligible: DriveFigure["negligible"]): boolean {
  if ("absolute" in negligible) return Math.abs(difference) < negligible.absolute;
  return Math.abs(difference) < (Math.abs(center) * negligible.percent) / 100;
}
