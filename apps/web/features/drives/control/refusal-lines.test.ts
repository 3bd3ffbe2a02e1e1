import { expect, it } from "vitest";
import { refusalLines } from "./refusal-lines";

it("says each reason once, and nothing of what can be done", () => {
  const mounted = "Namespace 1 of PHKS is in use: /dev/nvme1n1 is mounted on /data.";
  const denied = "The policy of rack-1 does not allow sanitize of ACME PHKS.";
  expect(
    refusalLines([
      { name: "Format", whyNot: mounted },
      { name: "Self-test", whyNot: undefined },
      { name: "Sanitize", whyNot: denied },
      { name: "Discard", whyNot: mounted },
    ]),
  ).toEqual([`Format, Discard: ${mounted}`, `Sanitize: ${denied}`]);
  expect(refusalLines([{ name: "Self-test", whyNot: undefined }])).toEqual([]);
});
