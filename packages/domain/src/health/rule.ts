import type { Condition, ConditionUnit, OpenCondition } from "./condition.ts";
import type { HealthFacts, PerformanceFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { PastFacts, WatchedCounter } from "./past/past-facts.ts";
import type { HealthRuleId, PerformanceRuleId } from "./rule-ids.ts";
import type { Severity } from "./verdict.ts";

/** What a rule goes by. */
export type RuleKind =
  /** What a drive says of itself now. */
  | "level"
  /** How much a counter grew. */
  | "growth"
  /** How fast something goes on. */
  | "rate"
  /** How long something is beyond a limit. */
  | "timeAbove"
  /** When something will be reached. */
  | "forecast"
  /** What other drives like it say. */
  | "peer"
  /** That something happened. */
  | "event"
  /** That nothing is heard. */
  | "absence"
  /** A list that people keep. */
  | "list";

/** From where on a rule holds, and what it then makes of a drive. */
export interface Grade {
  readonly severity: Severity;
  /** In the rule's unit; where the rule goes by a limit of the drive's own, counted from there. For growth: by so much. */
  readonly at: number;
  /** Once open, it goes on until here. Absent: as long as it holds. */
  readonly clearsAt?: number | undefined;
  /** At `at` itself it does not hold yet. */
  readonly strictly?: boolean | undefined;
  /** Growth is counted over so many hours. */
  readonly withinHours?: number | undefined;
  /** It must last so long. */
  readonly forMinutes?: number | undefined;
}

/** When a condition that holds no more ends. */
export interface Clearing {
  /** It must be clear for so long; absent: at once. */
  readonly afterMinutes?: number | undefined;
  /** It must be clear in a second sample as well. */
  readonly inNextSample?: boolean | undefined;
  /** It does not end before a person has acknowledged it. */
  readonly byPerson?: boolean | undefined;
}

/** By what a condition gets worse than a person acknowledged: its figure, another bit, or only its severity. */
export type Worse = "figure" | "bits" | "severity";

/** A health rule as data: all that is said about it anywhere, and every threshold. */
export interface RuleData {
  readonly id: HealthRuleId;
  readonly title: string;
  readonly kind: RuleKind;
  /** At a report of the drive's host, or by the worker on what was rolled up. */
  readonly judgedBy: "report" | "worker";
  readonly unit?: ConditionUnit | undefined;
  /** The limit of the drive's own from which grades are counted; absent: grades are figures. */
  readonly countedFrom?: string | undefined;
  /** Its figures go no further. */
  readonly figureMost?: number | undefined;
  /** From a grade on upwards, or downwards. */
  readonly holds: "above" | "below";
  readonly worse: Worse;
  /** The most urgent first. */
  readonly grades: readonly Grade[];
  readonly clears: Clearing;
  readonly meaning: string;
  readonly remedy: string;
  /** Where a severity means something else, or needs something else. */
  readonly meaningAt?: Readonly<Partial<Record<Severity, string>>> | undefined;
  readonly remedyAt?: Readonly<Partial<Record<Severity, string>>> | undefined;
  /** What it does not say, and where it does not apply. */
  readonly exceptions: readonly string[];
  /** Where the thresholds are from. */
  readonly source: string;
  /** Facts that nothing reports yet: the rule is never judged. */
  readonly needs?: string | undefined;
  /** While one of these is open, it says nothing of its own. */
  readonly hiddenBy?: readonly HealthRuleId[] | undefined;
}

/** A figure that a rule compares with its grades. */
export interface Reading {
  /** Absent: nothing of the kind. */
  readonly value: number | undefined;
  /** The drive's own limit, from which grades are counted. */
  readonly base?: number | undefined;
  /** In place of the grade's `clearsAt`, not counted from the limit. */
  readonly clearsAt?: number | undefined;
  /** The only severity that applies. */
  readonly only?: Severity | undefined;
  /** What it was before, ascending, as far as that is known. */
  readonly before?: readonly EarlierValue[] | undefined;
}

export interface EarlierValue {
  readonly atMs: number;
  /** Absent where it is not known. */
  readonly value: number | undefined;
}

/** `unknown`: nothing tells, and what is open stays. `exempt`: the rule does not apply to this drive. */
export type Read = Reading | "unknown" | "exempt";

/** A value through a part of the past. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: number;
}

export type ReadSeries =
  | { readonly stretches: readonly Stretch[]; readonly base?: number | undefined }
  | "unknown"
  | "exempt";

interface Sentence {
  /** What the condition says of a drive, in a sentence or two. */
  text(condition: Condition): string;
}

export interface ReportRule extends RuleData, Sentence {
  readonly judgedBy: "report";
  readonly by: "facts";
  read(facts: HealthFacts, open: readonly OpenCondition[]): Read;
}

export interface PastRule extends RuleData, Sentence {
  readonly judgedBy: "worker";
  readonly by: "past";
  read(facts: PastFacts, open: readonly OpenCondition[]): Read;
}

/** Judges by how long a value was beyond a grade, up to now. */
export interface SeriesRule extends RuleData, Sentence {
  readonly judgedBy: "worker";
  readonly by: "series";
  read(facts: PastFacts): ReadSeries;
}

/** Judges by how much a counter grew, never by how high it stands: old errors condemn nothing. */
export interface GrowthRule extends RuleData {
  readonly judgedBy: "worker";
  readonly by: "growth";
  readonly counter: WatchedCounter;
  /** What is counted, of one and of several, as in "3 media errors". */
  readonly counted: readonly [one: string, several: string];
}

/** A rule that makes no condition: its facts are missing, or it is only shown. */
export interface UnjudgedRule extends RuleData {
  readonly by: "nothing";
}

export type HealthRule = ReportRule | PastRule | SeriesRule | GrowthRule | UnjudgedRule;

/** Judges what costs a drive performance where it is; its finding is made whenever it is read. */
export interface PerformanceRule {
  readonly id: PerformanceRuleId;
  judge(facts: PerformanceFacts): Omit<Finding, "rule"> | undefined;
}
