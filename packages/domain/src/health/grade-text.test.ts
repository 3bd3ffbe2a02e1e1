import { expect, it } from "vitest";
import { gradesText } from "./grade-text.ts";
import { HEALTH_RULES } from "./registry.ts";
import type { Grade } from "./rule.ts";
import type { HealthRuleId } from "./rule-ids.ts";

const own = (id: HealthRuleId) => HEALTH_RULES.find((rule) => rule.id === id)?.grades ?? [];
const plain = (text: string) => text.replaceAll("\u2009", " ");

it.each<[HealthRuleId, string]>([
  ["percentageUsed", "watch: 90 % or more"],
  ["writesAboveRating", "watch: more than 100 %, until 90 %"],
  [
    "availableSpare",
    "replace: less than the drive's spare threshold, until 7 % above the drive's spare threshold; " +
      "watch: 5 % above the drive's spare threshold or less, until 7 % above the drive's spare threshold",
  ],
  ["writeProtect", "replace: the model's write limit or more; watch: 5 % below the model's write limit or more"],
  ["mediaErrors", "replace: 10 media errors or more within 15 days; watch: 1 media error or more within 15 days"],
  [
    "warningTemperature",
    "watch: the drive's warning temperature or more for 10 min, until 3 °C below the drive's warning temperature",
  ],
  ["idleHeat", "watch: 55 °C or more for 24 h, until 50 °C"],
  ["wearForecast", "replace: 90 days or less, until 110 days; watch: 365 days or less, until 400 days"],
  ["criticalWarning.readOnly", "failed: when it is set"],
])("says the grades of %s", (id, text) => {
  expect(plain(gradesText(id, own(id)))).toBe(text);
});

it("says that a rule is switched off, and has words for every rule there is", () => {
  expect(gradesText("percentageUsed", "off")).toBe("not judged");
  const set: Grade[] = [{ severity: "watch", at: 80, clearsAt: 75 }];
  expect(plain(gradesText("percentageUsed", set))).toBe("watch: 80 % or more, until 75 %");
  expect(plain(gradesText("percentageUsed", [{ severity: "watch", at: 255 }]))).toBe("watch: 255 % or more");
  for (const { id, grades } of HEALTH_RULES) expect(gradesText(id, grades)).not.toMatch(/undefined|NaN/);
});
