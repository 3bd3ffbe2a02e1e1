import { expect, it } from "vitest";
import { countOf, serialsShown, withDrives } from "./preview-groups";

const drive = (serial: string, will: boolean, text: string) => ({ driveId: serial, model: "M", serial, will, text });

it("counts drives with one outcome together over pages, what happens first, the largest groups first", () => {
  const first = withDrives([], [drive("A", false, "gone"), drive("B", true, "8 W"), drive("C", false, "busy")]);
  const both = withDrives(first, [drive("D", false, "busy"), drive("E", true, "busy")]);
  expect(both).toEqual([
    { will: true, text: "8 W", count: 1, serials: ["B"] },
    { will: true, text: "busy", count: 1, serials: ["E"] },
    { will: false, text: "busy", count: 2, serials: ["C", "D"] },
    { will: false, text: "gone", count: 1, serials: ["A"] },
  ]);
  expect([countOf(both, true), countOf(both, false)]).toEqual([2, 3]);
});

it("names the first drives of a group alone", () => {
  const many = Array.from({ length: serialsShown + 7 }, (_, index) => drive(String(index), true, "x"));
  expect(withDrives([], many)[0]).toMatchObject({ count: serialsShown + 7, serials: { length: serialsShown } });
});
