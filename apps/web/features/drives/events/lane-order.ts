import { verdictRank } from "@crosspoint/domain";
import type { PastCondition } from "./event";

type Ordered = Pick<PastCondition, "rule" | "title" | "severity" | "since" | "endedAt">;

/** Open ones first, then those that are over; of both the most urgent first, and of one severity the newest. */
export function openAndWorstFirst<Condition extends Ordered>(conditions: readonly Condition[]): Condition[] {
  return conditions.toSorted(
    (a, b) =>
      Number(a.endedAt !== undefined) - Number(b.endedAt !== undefined) ||
      verdictRank(a.severity) - verdictRank(b.severity) ||
      b.since.getTime() - a.since.getTime(),
  );
}

/** What is drawn at most: a drive that flaps has hundreds of conditions. */
const barsMost = 60;
const lanesMost = 8;
/** More are not named, only counted. */
const namedMost = 4;

export interface ChosenLanes<Condition> {
  /** Titles by their rules, the most urgent first. */
  readonly rules: ReadonlyMap<string, string>;
  /** What is drawn in these lanes: in each one at least. */
  readonly drawn: readonly Condition[];
  /** What is left out, in words. */
  readonly leftOut: string | undefined;
}

/**
 * The lanes that are drawn, a rule each: first what is open, and of that the most urgent.
 * @param more the drive had more conditions than these.
 */
export function chooseLanes<Condition extends Ordered>(
  conditions: readonly Condition[],
  more: boolean,
): ChosenLanes<Condition> {
  const heads = [...Map.groupBy(openAndWorstFirst(conditions), ({ rule }) => rule)];
  const lanes = heads.slice(0, lanesMost);
  const shown = lanes.flatMap(([, own]) => own);
  const first = new Set(lanes.flatMap(([, own]) => own.slice(0, 1)));
  const rest = openAndWorstFirst(shown.filter((each) => !first.has(each)));
  const drawn = [...first, ...rest].slice(0, barsMost);
  return {
    rules: new Map(lanes.map(([rule, own]) => [rule, own[0]?.title ?? rule])),
    drawn,
    leftOut: leftOutWords(
      heads.slice(lanesMost).map(([rule, own]) => own[0]?.title ?? rule),
      { drawn: drawn.length, of: conditions.length, more },
    ),
  };
}

interface Bars {
  readonly drawn: number;
  readonly of: number;
  readonly more: boolean;
}

function leftOutWords(titles: readonly string[], { drawn, of, more }: Bars): string | undefined {
  const names = titles.length <= namedMost ? `: ${titles.join(", ")}` : "";
  const rules = titles.length === 1 ? "rule" : "rules";
  const words = [
    ...(titles.length > 0 ? [`… and ${titles.length} more ${rules} in the table${names}`] : []),
    ...(drawn < of || more ? [`${drawn} of ${more ? `more than ${of}` : of} conditions drawn`] : []),
    ...(more ? [`the table has ${of}: what is open, and what ended last`] : []),
  ];
  return words.join("; ") || undefined;
}
