import { describe, expect, it } from "vitest";
import { fieldsOf, figureHint, figureProblem, gradesOf, type SetRule, unitOf } from "./threshold-fields";

/** One that the catalog says nothing of. */
const ruleOf = (rule: Omit<SetRule, "defaultGrades">): SetRule => ({ ...rule, defaultGrades: rule.grades });

const errors = ruleOf({
  id: "mediaErrors",
  title: "Media errors",
  unit: "errors",
  grades: [
    { severity: "replace", at: 10, withinHours: 360 },
    { severity: "watch", at: 1, withinHours: 360 },
  ],
});
const heat = ruleOf({
  id: "idleHeat",
  title: "Hot while idle",
  unit: "kelvin",
  grades: [{ severity: "watch", at: 328, clearsAt: 323, forMinutes: 1440 }],
});

describe("the fields of a rule's thresholds", () => {
  it("show the rule's own where nobody set any, and lead back to them", () => {
    const fields = fieldsOf(errors, errors.grades);
    expect(fields).toEqual([
      { severity: "replace", judged: true, texts: { at: "10", withinHours: "360" } },
      { severity: "watch", judged: true, texts: { at: "1", withinHours: "360" } },
    ]);
    expect(gradesOf(errors, fields)).toEqual(errors.grades);
  });

  it("leave out a grade that is not set, and fill it with the rule's own for whoever sets it", () => {
    const [replace, watch] = fieldsOf(errors, [{ severity: "watch", at: 5, withinHours: 24 }]);
    expect(replace).toEqual({ severity: "replace", judged: false, texts: { at: "10", withinHours: "360" } });
    expect(watch?.texts).toEqual({ at: "5", withinHours: "24" });
  });

  it("show 328 K as 55 °C, and a distance from a limit as it is", () => {
    const [field] = fieldsOf(heat, heat.grades);
    expect(field?.texts).toEqual({ at: "55", clearsAt: "50", forMinutes: "1440" });
    expect(gradesOf(heat, [{ severity: "watch", judged: true, texts: { ...field?.texts, at: "60.5" } }])).toEqual([
      { severity: "watch", at: 333.5, clearsAt: 323, forMinutes: 1440 },
    ]);
    const counted = ruleOf({
      ...heat,
      countedFrom: "the drive's warning temperature",
      grades: [{ severity: "watch", at: -5 }],
    });
    expect(fieldsOf(counted, counted.grades)[0]?.texts).toEqual({ at: "-5" });
    expect(unitOf(heat, "at")).toBe("°C");
  });

  it("are off where no grade is judged, and nothing where a field holds no number", () => {
    expect(fieldsOf(errors, "off").map(({ judged }) => judged)).toEqual([false, false]);
    expect(gradesOf(errors, fieldsOf(errors, "off"))).toBe("off");
    for (const at of ["", " ", "ten"]) {
      expect(gradesOf(errors, [{ severity: "watch", judged: true, texts: { at } }])).toBeUndefined();
    }
  });

  it("have no figure for a rule of a bit, which can only be on or off", () => {
    const bit = ruleOf({
      id: "readOnly",
      title: "Media read-only",
      unit: "bits",
      grades: [{ severity: "failed", at: 1 }],
    });
    const fields = fieldsOf(bit, bit.grades);
    expect(fields[0]?.texts).toEqual({});
    expect(gradesOf(bit, fields)).toEqual([{ severity: "failed", at: 1 }]);
  });
});

describe("what may be set", () => {
  const used = ruleOf({
    ...{ id: "percentageUsed", title: "Percentage used", unit: "percent", figureMost: 255 },
    grades: [{ severity: "watch", at: 90 }],
  });
  const spare = ruleOf({
    ...{ id: "availableSpare", title: "Available spare", unit: "percent", countedFrom: "the drive's spare threshold" },
    grades: [{ severity: "watch", at: 5, clearsAt: 7 }],
  });

  it("stands below each field, as it is typed there, with the default", () => {
    expect(figureHint(used, "watch", "at")).toBe("From 1 to 255. Default: 90.");
    // 200 and 500 K, and 328 K.
    expect(figureHint(heat, "watch", "at")).toBe("From \u221273 to 227. Default: 55.");
    expect(figureHint(heat, "watch", "forMinutes")).toBe("From 0 to 1,440. Default: 1,440.");
    expect(figureHint(spare, "watch", "clearsAt")).toBe(
      "Counted from the drive's spare threshold. From \u2212100 to 100. Default: 7.",
    );
    expect(figureHint(errors, "watch", "withinHours")).toBe("From 1 to 1,440. Default: 360.");
  });

  it("has the catalog's word for a default where that has one for the model", () => {
    const unpowered: SetRule = {
      ...{ id: "unpoweredLong", title: "Long without power", unit: "days" },
      grades: [{ severity: "watch", at: 90, clearsAt: 80 }],
      defaultGrades: [{ severity: "watch", at: 365, clearsAt: 355 }],
    };
    expect(figureHint(unpowered, "watch", "at")).toMatch(/ Default: 365\.$/);
    expect(figureHint(unpowered, "watch", "clearsAt")).toMatch(/ Default: 355\.$/);
    expect(fieldsOf(unpowered, "off")[0]?.texts.at, "for whoever judges it again").toBe("365");
    const off = { ...unpowered, defaultGrades: [] };
    expect(figureHint(off, "watch", "at")).toMatch(/ Default: not judged\.$/);
    expect(fieldsOf(off, "off")[0]?.texts.at).toBe("90");
  });

  it.each([
    ["-5", "Enter a number from 1 to 255."],
    ["256", "Enter a number from 1 to 255."],
    ["", "Enter a number from 1 to 255."],
    ["ninety", "Enter a number from 1 to 255."],
    ["1", undefined],
    ["255", undefined],
  ])("objects to %j as it is typed, and sends nothing of it", (text, problem) => {
    expect(figureProblem(used, { severity: "watch", texts: { at: text } }, "at")).toBe(problem);
    const asked = gradesOf(used, [{ severity: "watch", judged: true, texts: { at: text } }]);
    expect(asked === undefined).toBe(problem !== undefined);
  });

  it.each([
    [heat, { at: "55", clearsAt: "56" }, "Enter no more than the threshold, 55."],
    [heat, { at: "55", clearsAt: "55" }, undefined],
    [spare, { at: "5", clearsAt: "4" }, "Enter no less than the threshold, 5."],
    [spare, { at: "5", clearsAt: "6" }, undefined],
    // Whose threshold is no number has that to mend.
    [heat, { at: "", clearsAt: "56" }, undefined],
  ])("objects to an end where the condition still holds", (rule, ends, problem) => {
    const texts = { ...ends, ...(rule === heat ? { forMinutes: "60" } : {}) };
    expect(figureProblem(rule, { severity: "watch", texts }, "clearsAt")).toBe(problem);
    const asked = gradesOf(rule, [{ severity: "watch", judged: true, texts }]);
    expect(asked === undefined).toBe(problem !== undefined || ends.at === "");
  });

  it("does not mind the figures of a grade that is not judged", () => {
    expect(gradesOf(used, [{ severity: "watch", judged: false, texts: { at: "-5" } }])).toBe("off");
  });
});
