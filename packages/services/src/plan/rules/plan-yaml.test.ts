import { expect, it } from "vitest";
import { readPlanYaml, writePlanYaml } from "./plan-yaml.ts";

const text = `name: Depths # of our drives
steps:
  - kind: idle
    seconds: 5
  - kind: sweep
    queueDepth: [1, 2, 400000]
`;

it("knows the line of each value, and of what is around one that is not there", () => {
  const read = readPlanYaml(text);
  if (read.kind !== "document") throw new Error(read.message);
  expect(read.document).toMatchObject({ name: "Depths", steps: [{ seconds: 5 }, { queueDepth: [1, 2, 400_000] }] });
  expect(read.lineOf(["steps", 1, "queueDepth", 2])).toBe(6);
  expect(read.lineOf(["steps", 0, "seconds"])).toBe(4);
  expect(read.lineOf(["steps", 1, "pattern"])).toBe(5);
  expect(read.lineOf([])).toBe(1);
});

it("names the line of what is no YAML", () => {
  expect(readPlanYaml("name: A\nsteps: [1\n")).toMatchObject({ kind: "mistake", line: 3 });
  expect(readPlanYaml("x".repeat(65_537))).toMatchObject({ kind: "mistake", line: undefined });
});

it("writes the values of an axis in a line, and steps below each other", () => {
  const document = { name: "A", steps: [{ kind: "sweep", queueDepth: [1, 2], engine: "io_uring" }] };
  expect(writePlanYaml(document)).toBe(
    "name: A\nsteps:\n  - kind: sweep\n    queueDepth: [1, 2]\n    engine: io_uring\n",
  );
  expect(readPlanYaml(writePlanYaml(document))).toMatchObject({ kind: "document", document });
});
