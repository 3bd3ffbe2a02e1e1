import { expect, it } from "vitest";
import { draftOf } from "./draft-plan";
import { stepSummary } from "./summary";

const plain = (text: string) => text.replaceAll(/[\u2009\u00a0]/g, " ");

it.each<[object, string]>([
  [{ kind: "purge", method: "sanitizeOverwrite" }, "Sanitize, overwrite"],
  [{ kind: "set", powerGovernor: 1, scheduler: "none" }, "Intel power governor 1, I/O scheduler none"],
  [{ kind: "each", setting: "powerState", values: "offered", steps: [] }, "NVMe power state: every value offered"],
  [
    { kind: "sweep", pattern: "random", blockBytes: [8192, 4096, 512], readPercent: 100, durationSeconds: 60 },
    "random, 8 KiB · 4 KiB · 512 B, 100% reads, 1 min",
  ],
  [{ kind: "each", setting: "powerGovernor", values: [0, 2], steps: [] }, "Intel power governor: 0 · 2"],
  [{ kind: "search", raise: "queueDepth", from: 1, to: 64, steps: [] }, "Queue depth from 1 to 64"],
  [
    { kind: "database", benchmark: "tpcbLike", sizeGib: 8, clients: [4, 8], durationSeconds: 60 },
    "TPC-B-like, 8 GiB, 4 · 8 clients, 1 min",
  ],
  // A word that the language does not have stays as it was typed.
  [{ kind: "purge", method: "shred" }, "shred"],
  [{ kind: "selfTest", test: "short" }, "short"],
])("a step %o is %s", (step, words) => {
  const draft = draftOf({ steps: [step] });
  const [only] = "plan" in draft ? draft.plan.steps : [];
  if (only === undefined) throw new Error("there is no step");
  expect(plain(stepSummary(only))).toBe(words);
});
