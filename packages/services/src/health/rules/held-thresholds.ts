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
  extends Pick<RuleExplanation, "id" | "title" | "unit" | "countedFrom" | "meaning" | "needs"> {
  /** What it goes by here; none where it is switched off. */
  readonly grades: readonly SetGrade[];
  readonly text: string;
  readonly origin: ThresholdOrigin;
  /** What it goes by where nobody says otherwise. */
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
  const words = narrowest(rows);
  const defaults = model === undefined ? [] : healthDefaultsFor(model);
  const held = settingsOf([
    ...defaults,
    ...[...words].map(([rule, { grades }]) => ({ rule, grades: readGrades(grades) })),
  ]);
  const own = new Map(explainRules().map((rule) => [rule.id, rule.grades]));
  return explainRules(held).map(({ id, title, unit, countedFrom, meaning, needs, grades }) => {
    const ownGrades = own.get(id) ?? [];
    const row = words.get(id);
    const byCatalog = defaults.findLast(({ rule }) => rule === id);
    return {
      ...{ id, title, unit, countedFrom, meaning, needs },
      ...{ grades, text: gradesText(id, grades), ownGrades, ownText: gradesText(id, ownGrades) },
      origin: row ? originOf(row, groups) : byCatalog ? { kind: "catalog", why: byCatalog.why } : { kind: "rule" },
    };
  });
}

const scopes = ["fleet", "model", "group", "drive"] as const;
type Scope = (typeof scopes)[number];

/** The row that counts, by rule: of two of one scope the newer, as where drives are judged. */
function narrowest(rows: readonly HealthThreshold[]): Map<HealthRuleId, HealthThreshold> {
  const place = ({ scope }: HealthThreshold) => scopes.indexOf(scope as Scope);
  const ordered = rows.toSorted((a, b) => place(a) - place(b));
  return new Map(ordered.map((row) => [row.rule as HealthRuleId, row]));
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
