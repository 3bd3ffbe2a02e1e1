import { readFileSync } from "node:fs";
import { planDocument, stepKinds } from "@crosspoint/protocol";
import { expect, it } from "vitest";
import { parse } from "yaml";

const text = readFileSync(new URL("../../../docs/plans.md", import.meta.url), "utf8");
const examples = [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = ""]) => parse(yaml) as unknown);
const measuring = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 };

/** A list of steps stands for a plan that has them, and measures. The agent's reader is held to the same examples. */
const documents = examples.map((example) =>
  Array.isArray(example)
    ? { id: "example", name: "Example", readsOnly: false, steps: [...example, measuring] }
    : example,
);

it.each(documents)("docs/plans.md: %j is a plan", (document) => {
  expect(planDocument.safeParse(document).error?.issues).toBeUndefined();
});

it("docs/plans.md has an example of every kind of step", () => {
  const used = new Set([...JSON.stringify(examples).matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind));
  expect(stepKinds.filter((kind) => !used.has(kind))).toEqual([]);
});
