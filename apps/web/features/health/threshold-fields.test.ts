import { describe, expect, it } from "vitest";
import { fieldsOf, gradesOf, type SetRule, unitOf } from "./threshold-fields";

const errors: SetRule = {
  id: "mediaErrors",
  title: "Media errors",
  unit: "errors",
  grades: [
    { severity: "replace", at: 10, withinHours: 360 },
    { severity: "watch", at: 1, withinHours: 360 },
  ],
};
const heat: SetRule = {
  id: "idleHeat",
  title: "Hot while idle",
  unit: "kelvin",
  grades: [{ severity: "watch", at: 328, clearsAt: 323, forMinutes: 1440 }],
};

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
    const counted = {
      ...heat,
      countedFrom: "the drive's warning temperature",
      grades: [{ severity: "watch", at: -5 }],
    } as const;
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
    const bit = {
      id: "readOnly",
      title: "Media read-only",
      unit: "bits",
      grades: [{ severity: "failed", at: 1 }],
    } as const;
    const fields = fieldsOf(bit, bit.grades);
    expect(fields[0]?.texts).toEqual({});
    expect(gradesOf(bit, fields)).toEqual([{ severity: "failed", at: 1 }]);
  });
});
