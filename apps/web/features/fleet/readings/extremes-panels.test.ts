import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import type { FleetReadings } from "../fleet";
import { ExtremesPanels } from "./extremes-panels";

const readings = (asOf: Date | undefined): FleetReadings => ({
  celsius: { belowLimits: [], warning: [], critical: [] },
  limits: { warning: [], critical: [] },
  ...{ percentagesUsed: [], hottest: [], mostWorn: [], fastestWearing: [] },
  asOf,
});
const drawn = (asOf: Date | undefined) =>
  renderToString(createElement(ExtremesPanels, { readings: readings(asOf) })).replaceAll(/<!-- -->/g, "");

it("says of each panel when its drives were counted, where that was before the page asked", () => {
  const asOf = new Date("2026-11-21T12:00:00.000Z");
  const notes = drawn(asOf).match(/[a-z ]+ · counted <time dateTime="2026-11-21T12:00:00.000Z"/g) ?? [];
  expect(notes.map((note) => note.split(" · ")[0])).toEqual([
    "in the last hour",
    "newest samples",
    "by the last months",
  ]);
  expect(drawn(undefined)).not.toContain("counted");
});
