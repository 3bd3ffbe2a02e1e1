import { expect, it } from "vitest";
import { sourceLine } from "./source-line.ts";

const origin = "https://drives.example";

it("names the page and what stands behind its figures, and never the secret of a link", () => {
  const page = { origin, pathname: "/benchmarks/7" };
  expect(sourceLine("AnandTech, 2017", page, "2026-11-22")).toBe(
    "AnandTech, 2017; Crosspoint, https://drives.example/benchmarks/7, 2026-11-22",
  );
  expect(sourceLine(undefined, { origin, pathname: "/share/cpc_secret" }, "2026-11-22")).toBe(
    "Crosspoint, https://drives.example, 2026-11-22",
  );
});
