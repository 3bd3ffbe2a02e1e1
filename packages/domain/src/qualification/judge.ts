import { fullLink, steadyThroughput, temperatureBelowWarning } from "./criteria/conditions.ts";
import {
  noCriticalWarning,
  noDeviceErrors,
  noMediaErrors,
  noThermalThrottling,
  spareUnchanged,
} from "./criteria/counters.ts";
import { dataIntact, noFailedOperations, planComplete } from "./criteria/data.ts";
import { ratedFiguresMet, selfTestPassed } from "./criteria/tests.ts";
import type { Criterion, CriterionId, Judgement } from "./criterion.ts";
import type { QualificationFacts } from "./facts.ts";

const criteria: readonly Criterion[] = [
  planComplete,
  dataIntact,
  noFailedOperations,
  noMediaErrors,
  noDeviceErrors,
  spareUnchanged,
  noCriticalWarning,
  selfTestPassed,
  ratedFiguresMet,
  temperatureBelowWarning,
  noThermalThrottling,
  steadyThroughput,
  fullLink,
];

/** A criterion with what came of it. */
export interface JudgedCriterion {
  readonly id: CriterionId;
  readonly name: string;
  readonly limit: string;
  readonly source: string;
  readonly judgement: Judgement;
}

/** `inconclusive`: nothing failed, and something that must be known is not. */
export type QualificationVerdict = "pass" | "fail" | "inconclusive";

export interface Qualification {
  readonly verdict: QualificationVerdict;
  readonly criteria: readonly JudgedCriterion[];
}

/** Judges a drive by everything that a run found out about it. */
export function judgeQualification(facts: QualificationFacts): Qualification {
  const judged = criteria.map(({ judge, ...criterion }) => ({ ...criterion, judgement: judge(facts) }));
  return { verdict: verdictOf(judged), criteria: judged };
}

function verdictOf(judged: readonly JudgedCriterion[]): QualificationVerdict {
  if (judged.some(({ judgement }) => judgement.verdict === "fail")) return "fail";
  const isOpen = ({ judgement }: JudgedCriterion) => judgement.verdict === "notJudged" && judgement.isRequired;
  return judged.some(isOpen) ? "inconclusive" : "pass";
}
