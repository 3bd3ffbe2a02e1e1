import { describeCondition, HEALTH_RULES } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { meaningBeside } from "./condition";

it("says once what new errors mean, and beside every other sentence what that means", () => {
  for (const { id: rule, by, grades } of HEALTH_RULES) {
    for (const { severity } of grades) {
      const words = describeCondition({ rule, severity, value: 8, withinHours: 24 });
      expect(meaningBeside(words), rule).toBe(by === "growth" ? "" : words.meaning);
    }
  }
});
