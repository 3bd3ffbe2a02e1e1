import { expect, it } from "vitest";
import { sinceText } from "./kinds";

it("says no day of what is stored by months or years", () => {
  const since = new Date("2026-08-01T00:00:00Z");
  expect([sinceText("samples", since), sinceText("hours", since), sinceText("days", since)]).toEqual([
    ...["2026-08-01", "2026-08", "2026"],
  ]);
});
