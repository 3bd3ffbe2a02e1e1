import { expect, it } from "vitest";
import { parseOnce, parseWeekly, type RhythmText } from "./rhythm-text";

const text: RhythmText = {
  at: "2026-11-23T02:30:15",
  days: ["sunday", "monday"],
  time: "02:30",
  zone: "Europe/Berlin",
};

it("reads a time of the browser's zone", () => {
  expect(parseOnce(text)).toEqual({
    kind: "valid",
    rhythm: { kind: "once", at: new Date(2026, 10, 23, 2, 30, 15) },
  });
  for (const at of ["", "soon"]) expect(parseOnce({ ...text, at })).toMatchObject({ kind: "mistake", field: "at" });
});

it("reads days of the week from Monday on, with a time of a zone", () => {
  expect(parseWeekly(text)).toEqual({
    kind: "valid",
    rhythm: { kind: "weekly", days: ["monday", "sunday"], time: "02:30", zone: "Europe/Berlin" },
  });
});

it.each<[keyof RhythmText, Partial<RhythmText>]>([
  ["days", { days: [] }],
  ["time", { time: "24:00" }],
  ["time", { time: "" }],
  ["zone", { zone: "Mars/Olympus" }],
  ["zone", { zone: "" }],
])("says what is wrong with the %s of %j", (field, wrong) => {
  expect(parseWeekly({ ...text, ...wrong })).toMatchObject({ kind: "mistake", field });
});
