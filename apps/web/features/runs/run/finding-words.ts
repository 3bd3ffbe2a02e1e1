import { raisedValue } from "./raised-words";
import type { Run } from "./run-detail";

export type StepFinding = Run["findings"][number];

export interface FindingWords {
  readonly verdict: string;
  readonly tone: "good" | "watch" | "neutral";
}

/** What a search or rounds have come to, in words; undefined where a later agent tells of something else. */
export function findingWords({ search, rounds }: StepFinding): FindingWords | undefined {
  if (search !== undefined) return searchWords(search);
  return rounds === undefined ? undefined : roundsWords(rounds);
}

function searchWords({ parameter, highest, undecided }: NonNullable<StepFinding["search"]>): FindingWords {
  if (undecided) return { verdict: "Undecided: a trial was not measured to its end", tone: "watch" };
  if (highest === undefined) return { verdict: "None passed", tone: "watch" };
  return { verdict: `Highest that passes: ${raisedValue({ parameter, value: highest })}`, tone: "good" };
}

function roundsWords({ rounds, steady }: NonNullable<StepFinding["rounds"]>): FindingWords {
  const count = rounds === 1 ? "1 round" : `${rounds} rounds`;
  if (steady === undefined) return { verdict: count, tone: "neutral" };
  return steady
    ? { verdict: `Steady after ${count}`, tone: "good" }
    : { verdict: `Not steady after ${count}`, tone: "watch" };
}
