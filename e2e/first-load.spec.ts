import { expect, test } from "@playwright/test";
import { firstLoads } from "../scripts/steps/first-load.ts";

const limitBytes = 250 * 1024;

test("no page loads more than 250 KiB of JavaScript before it can be used", () => {
  const loads = firstLoads();
  expect(loads.map(({ page }) => page)).toContain("/drives/[id]");
  const heavy = loads.filter(({ gzipBytes }) => gzipBytes > limitBytes);
  expect(heavy.map(({ page, gzipBytes }) => `${page}: ${(gzipBytes / 1024).toFixed(1)} KiB`)).toEqual([]);
});
