import { healthDefaultsFor } from "@crosspoint/catalog";
import type { HealthThreshold } from "@crosspoint/db";
import {
  explainRules,
  gradesText,
  type HealthRuleId,
  type RuleExplanation,
  type SetGrade,
  settingsOf,
} from "@crosspoint/domain";
import { readGrades } from "../../stored/health-threshold.ts";

/** Whose word the grades of a rule are. */
export type ThresholdOrigin =
  | { readonly kind: "rule" }
  /** The catalog's, for the drive's model. */
  | { readonly kind: "catalog"; readonly why: string }
  | {
      readonly kind: "fleet" | "model" | "group" | "drive";
      /** Of the model or the group; empty for the fleet and the drive itself. */
      readonly name: string;
      readonly groupId: string | undefined;
      readonly thresholdId: string;
      readonly changedAt: Date;
      readonly changedBy: string;
      readonly why: string;
    };

/** From where on a rule holds for some drives. */
export interface HeldThreshold
  extends Pick<RuleExplanation, "id" | "title" | "unit" | "countedFrom" | "figureMost" | "meaning" | "needs"> {
  /** What it goes by here; none where it is switched off. */
  readonly grades: readonly SetGrade[];
  readonly text: string;
  readonly origin: ThresholdOrigin;
  /** What would hold if that were not said, and whose word that is; undefined where nobody said anything. */
  readonly otherwise: { readonly text: string; readonly origin: ThresholdOrigin } | undefined;
  /** What it goes by here where nobody says otherwise: the catalog's grades for the model where there are some, else its own. */
  readonly defaultGrades: readonly SetGrade[];
  /** The rule's own, whatever the model. */
  readonly ownGrades: readonly SetGrade[];
  readonly ownText: string;
}

interface OfDrives {
  /** What is set for them, and for any that they are part of. */
  readonly rows: readonly HealthThreshold[];
  /** Names of the groups, by id. */
  readonly groups: ReadonlyMap<string, string>;
  /** Theirs; undefined where they are not of one model: the catalog says nothing of all of them. */
  readonly model: string | undefined;
}

/** Every rule with the grades that hold where these are set, and whose word that is. */
export function heldThresholds({ rows, groups, model }: OfDrives): HeldThreshold[] {
  const words = narrowestFirst(rows);
  const defaults = model === undefined ? [] : healthDefaultsFor(model);
  const [first, second] = [explained(words, 0, defaults), explained(words, 1, defaults)];
  const own = new Map(explainRules().map((rule) => [rule.id, rule.grades]));
  const unset = new Map(explainRules(settingsOf(defaults)).map((rule) => [rule.id, rule.grades]));
  return [...first.values()].map(({ id, title, unit, countedFrom, figureMost, meaning, needs, grades }) => {
    const ownGrades = own.get(id) ?? [];
    const ownText = gradesText(id, ownGrades);
    const byCatalog = defaults.findLast(({ rule }) => rule === id);
    const unsaid: ThresholdOrigin = byCatalog ? { kind: "catalog", why: byCatalog.why } : { kind: "rule" };
    const [row, next] = words.get(id) ?? [];
    const then = { text: gradesText(id, second.get(id)?.grades ?? []), origin: next ? originOf(next, groups) : unsaid };
    return {
      ...{ id, title, unit, countedFrom, figureMost, meaning, needs },
      ...{ grades, text: gradesText(id, grades), defaultGrades: unset.get(id) ?? [], ownGrades, ownText },
      origin: row ? originOf(row, groups) : unsaid,
      otherwise: row ? then : byCatalog && { text: ownText, origin: { kind: "rule" } },
    };
  });
}

type Words = ReadonlyMap<HealthRuleId, readonly HealthThreshold[]>;

/** Every rule by the word at a place of those that are said of it; by the catalog's or its own where there are not so many. */
function explained(words: Words, place: number, defaults: ReturnType<typeof healthDefaultsFor>) {
  const said = [...words].flatMap(([rule, rows]) => {
    const row = rows[place];
    return row === undefined ? [] : [{ rule, grades: readGrades(row.grades) }];
  });
  return new Map(explainRules(settingsOf([...defaults, ...said])).map((rule) => [rule.id, rule]));
}

const scopes = ["fleet", "model", "group", "drive"] as const;
type Scope = (typeof scopes)[number];

/** By rule; of two of one scope the newer first, as where drives are judged. */
function narrowestFirst(rows: readonly HealthThreshold[]): Words {
  const place = ({ scope }: HealthThreshold) => scopes.indexOf(scope as Scope);
  const ordered = rows.toSorted((a, b) => place(a) - place(b)).toReversed();
  return Map.groupBy(ordered, ({ rule }) => rule as HealthRuleId);
}

function originOf(row: HealthThreshold, groups: ReadonlyMap<string, string>): ThresholdOrigin {
  const { id: thresholdId, changedAt, changedBy, why, scopeId } = row;
  const kind = row.scope as Scope;
  return {
    ...{ kind, thresholdId, changedAt, changedBy, why },
    name: kind === "model" ? scopeId : (groups.get(scopeId) ?? ""),
    groupId: kind === "group" ? scopeId : undefined,
  };
}
