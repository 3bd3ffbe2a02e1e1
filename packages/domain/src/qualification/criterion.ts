import type { QualificationFacts } from "./facts.ts";

export const CRITERIA = [
  "planComplete",
  "dataIntact",
  "noFailedOperations",
  "noMediaErrors",
  "noDeviceErrors",
  "spareUnchanged",
  "noCriticalWarning",
  "selfTestPassed",
  "ratedFiguresMet",
  "temperatureBelowWarning",
  "noThermalThrottling",
  "steadyThroughput",
  "fullLink",
] as const;
export type CriterionId = (typeof CRITERIA)[number];

/** What came of a criterion. Texts are for a person. */
export type Judgement =
  | { readonly verdict: "pass" | "fail"; readonly found: string }
  | {
      readonly verdict: "notJudged";
      readonly reason: string;
      /** Without it there is no verdict of the whole; one that a drive cannot have is not asked of it. */
      readonly isRequired: boolean;
    };

export interface Criterion {
  readonly id: CriterionId;
  readonly name: string;
  /** What must hold, in words. */
  readonly limit: string;
  /** Where the limit comes from. */
  readonly source: string;
  readonly judge: (facts: QualificationFacts) => Judgement;
}

export const pass = (found: string): Judgement => ({ verdict: "pass", found });
export const fail = (found: string): Judgement => ({ verdict: "fail", found });
export const notJudged = (reason: string): Judgement => ({ verdict: "notJudged", reason, isRequired: true });
/** The drive, its model or its place does not have it. */
export const notAsked = (reason: string): Judgement => ({ verdict: "notJudged", reason, isRequired: false });
