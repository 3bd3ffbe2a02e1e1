import { expect, it } from "vitest";
import { noticesIn } from "./notices.ts";

it("finds nothing in what passed whole", () => {
  const log =
    " Test Files  73 passed (73)\n      Tests  701 passed (701)\ntest result: ok. 57 passed; 0 failed; 0 ignored; 0 measured";
  expect(noticesIn(log)).toEqual([]);
});

it("finds what vitest, cargo and a test itself say of what was skipped, once, without colors", () => {
  const log = [
    "stderr | e2e/lab/drives.lab.test.ts",
    "skipped: nvme-cli 1.12 cannot be had: no network",
    "skipped: nvme-cli 1.12 cannot be had: no network",
    "\u001b[2m      Tests \u001b[22m \u001b[33m2 skipped\u001b[39m | 60 passed (62)",
    "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
  ].join("\n");
  expect(noticesIn(log)).toEqual([
    "skipped: nvme-cli 1.12 cannot be had: no network",
    "Tests  2 skipped | 60 passed (62)",
    "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
  ]);
});

it("finds which tests of Playwright needed a second try", () => {
  const log =
    "  1 flaky\n    [browser] › e2e/fleet/fleet.spec.ts:10:3 › the fleet\n  2 skipped\n  40 passed (3.1m)\n    [other]";
  expect(noticesIn(log)).toEqual(["1 flaky", "[browser] › e2e/fleet/fleet.spec.ts:10:3 › the fleet", "2 skipped"]);
});
