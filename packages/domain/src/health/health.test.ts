import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Condition } from "./condition.ts";
import { describeCondition } from "./describe-condition.ts";
import { explainRule, explainRules, judgedBy } from "./explain.ts";
import { byUrgency, HEALTH_RULES } from "./registry.ts";
import { settingsOf } from "./settings.ts";
import { VERDICTS, verdictOfRank, verdictRank, worstVerdict } from "./verdict.ts";

describe("describeCondition", () => {
  const textOf = (condition: Condition) => describeCondition(condition).text;

  it.each<[Condition, string, string, string]>([
    [
      { rule: "writeProtect", severity: "replace", value: 255, threshold: 105, unit: "percent" },
      "255\u2009% or more",
      "105\u2009%",
      "255\u2009% or more of the rated endurance is used; this model limits writes from 105\u2009%.",
    ],
    [
      { rule: "warningTemperature", severity: "watch", value: 345, threshold: 343, unit: "kelvin" },
      "72\u2009°C",
      "70\u2009°C",
      "The drive is 2\u2009°C above its warning temperature of 70\u2009°C: it may slow down. Check its airflow.",
    ],
    [
      { rule: "availableSpare", severity: "replace", value: 9, threshold: 10, unit: "percent" },
      "9\u2009%",
      "10\u2009%",
      "Available spare is 9\u2009%, below the drive's threshold of 10\u2009%.",
    ],
    [
      { rule: "availableSpare", severity: "replace", value: 12, threshold: 10, unit: "percent" },
      "12\u2009%",
      "10\u2009%",
      "Available spare is 12\u2009%, no longer below the drive's threshold of 10\u2009%.",
    ],
    [
      { rule: "criticalWarning.reserved", severity: "watch", value: 0x80, unit: "bits" },
      "bit 7",
      "",
      "Reserved warning bit 7 is set.",
    ],
    [
      {
        rule: "mediaErrors",
        severity: "watch",
        value: 3,
        threshold: 1,
        unit: "errors",
        withinHours: 360,
        total: 2n ** 128n - 1n,
      },
      "3",
      "1",
      "3 media errors in 15 days (340,282,366,920,938,463,463,374,607,431,768,211,455 in total): data could not be read back intact.",
    ],
    [
      { rule: "errorLogGrowth", severity: "watch", value: 8, threshold: 1, unit: "errors", withinHours: 24 },
      "8",
      "1",
      "8 commands that failed in the drive in 24\u2009h: the commands were valid; the drive itself could not complete them.",
    ],
    [
      {
        ...{ rule: "availableSpareSlope", severity: "watch", value: 51, threshold: 2, unit: "percent" },
        ...{ withinHours: 720, total: 97 },
      },
      "51 points",
      "2 points",
      "51 percentage points of spare lost in 30 days (97 in total): blocks fail faster than usual.",
    ],
    [
      { rule: "availableSpareForecast", severity: "replace", value: 0, threshold: 60, unit: "days" },
      "0 days",
      "60 days",
      "At the pace of its falls, available spare reaches the drive's threshold within a day, if it has not yet.",
    ],
    [
      { rule: "mediaErrorBurst", severity: "replace", value: 100, threshold: 100, unit: "errors", withinHours: 24 },
      "100",
      "100",
      "100 media errors in 24\u2009h: more data is lost every hour.",
    ],
    [
      { rule: "mediaErrorsBefore", severity: "watch", value: 1, threshold: 1, unit: "errors" },
      "1",
      "1",
      "The drive had 1 media error before it was first seen here.",
    ],
    [
      { rule: "wearForecast", severity: "watch", value: 1, threshold: 365, unit: "days" },
      "1 day",
      "365 days",
      "At its present pace the drive may reach the end of its rated wear in 1 day.",
    ],
  ])("%o", (condition, value, threshold, text) => {
    expect(describeCondition(condition)).toMatchObject({ value, threshold, text });
  });

  it("says of 04h what it means and what to do, by its severity", () => {
    const rule = "criticalWarning.reliabilityDegraded";
    const dying = describeCondition({ rule, severity: "replace", value: 4, unit: "bits" });
    expect(dying.text).toBe("Reliability is degraded by media errors or an internal error.");
    expect(dying.remedy).toMatch(/^Copy the data off now\./);
    const worn = describeCondition({ rule, severity: "watch", value: 4, unit: "bits" });
    expect(worn.text).toContain("The rated endurance is used up and nothing else is wrong");
    expect(worn.remedy).toMatch(/^Plan a replacement and keep a copy\./);
    expect(worn.meaning).not.toBe(dying.meaning);
  });

  it("has words for every rule at every severity, without figures too", () => {
    for (const { id: rule, grades } of HEALTH_RULES) {
      for (const { severity } of grades) {
        for (const figures of [{}, { value: 1, threshold: 1 }]) {
          const { text, meaning, remedy } = describeCondition({ rule, severity, ...figures });
          for (const words of [text, meaning, remedy]) {
            expect(words, rule).toMatch(/^\S.*\.$/);
            expect(words, rule).not.toMatch(/undefined|NaN/);
          }
        }
      }
    }
  });

  it("names a rule that this version does not have", () => {
    const retired = { rule: "retiredRule", severity: "watch", value: 7 } as unknown as Condition;
    expect(describeCondition(retired)).toMatchObject({
      value: "7",
      threshold: "",
      text: "The rule retiredRule holds.",
    });
    expect(textOf({ ...retired, value: undefined })).toBe("The rule retiredRule holds.");
  });
});

describe("the registry", () => {
  it("has an id of its own for every rule", () => {
    const ids = HEALTH_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("lists the grades of each rule from the most urgent on, once each", () => {
    for (const { id, grades } of HEALTH_RULES) {
      const ranks = grades.map(({ severity }) => verdictRank(severity));
      expect(ranks, id).toEqual([...new Set(ranks)].toSorted((a, b) => a - b));
    }
  });

  it("never judges by a fact that nothing reports, and says which", () => {
    const unjudged = HEALTH_RULES.filter(({ by, needs }) => by === "nothing" && needs === undefined);
    expect(unjudged.map(({ id }) => id)).toEqual(["firmwareMixed"]);
    expect(explainRule("linkDegraded")?.needs).toBe("Since when the link has been below its best");
  });

  it("explains a rule with the grades that are set, and when it ends", () => {
    const settings = settingsOf([{ rule: "percentageUsed", grades: [{ severity: "watch", at: 95 }] }]);
    expect(explainRule("percentageUsed", settings)).toMatchObject({
      title: "Percentage used",
      kind: "level",
      grades: [{ severity: "watch", at: 95 }],
      ends: "Ends when it no longer holds.",
    });
    expect(explainRule("percentageUsed")?.grades).toEqual([{ severity: "watch", at: 90 }]);
    const ends = Object.fromEntries(explainRules().map((rule) => [rule.id, rule.ends]));
    expect(ends.mediaErrors).toBe("Ends after 30 days without growth.");
    expect(ends["criticalWarning.reserved"]).toBe("Ends when it is clear in two samples.");
    expect(ends["criticalWarning.readOnly"]).toBe("Ends when it no longer holds, once somebody has acknowledged it.");
    expect(ends.criticalTemperature).toBe("Ends when it is clear for 10\u2009min.");
  });

  it("knows who judges a rule", () => {
    expect([judgedBy("availableSpare"), judgedBy("mediaErrors")]).toEqual(["report", "worker"]);
  });

  it("puts the most urgent condition first, then goes by the order of the rules", () => {
    const conditions = (["idleHeat", "availableSpare", "mediaErrors"] as const).map((rule) => ({
      rule,
      severity: "watch" as const,
    }));
    expect(byUrgency([...conditions, { rule: "missing", severity: "missing" }]).map(({ rule }) => rule)).toEqual([
      "missing",
      "mediaErrors",
      "availableSpare",
      "idleHeat",
    ]);
  });
});

/** The list of rules that was compiled from sources; it lies beside the repository, not in it. */
const reference = new URL("../../../../../shared/reference/health-rules.yaml", import.meta.url);
/** Rules of the list that have another name here. */
const NAMES: Readonly<Record<string, string>> = {
  hostSilent: "hostNotReporting",
  driveVanished: "missing",
};

describe.skipIf(!existsSync(reference))("the compiled list", () => {
  it("is in the registry, rule by rule", () => {
    const text = readFileSync(reference, "utf8");
    const listed = [...text.matchAll(/^- id: (\S+)/gm)].map(([, id = ""]) => NAMES[id] ?? id);
    expect(listed).toHaveLength(52);
    const ids = new Set<string>(HEALTH_RULES.map(({ id }) => id));
    expect(listed.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe("verdicts", () => {
  it("rank by urgency and read back", () => {
    expect(VERDICTS.map(verdictRank)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(VERDICTS.map((verdict) => verdictOfRank(verdictRank(verdict)))).toEqual(VERDICTS);
    expect(verdictOfRank(99)).toBe("unknown");
  });

  it("are good without a condition", () => {
    expect(worstVerdict([])).toBe("good");
    expect(worstVerdict([{ severity: "watch" }, { severity: "missing" }, { severity: "unknown" }])).toBe("missing");
  });
});
