import { describe, expect, it } from "vitest";
import { checkPlan } from "../draft/check";
import { draftOf } from "../draft/draft-plan";
import { estimateChoices } from "./drive-facts";
import { expansionOf } from "./expansion";
import { durationWords, pointsWords, writtenWords } from "./expansion-words";

const plain = (text: string) => text.replaceAll("\u2009", " ");
const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 };
const fill = { kind: "fill", method: "sequential", blockBytes: 131_072, fills: 2 };

function expand(steps: object[], facts?: Parameters<typeof expansionOf>[1]) {
  const draft = draftOf({ name: "A", steps });
  if ("mistake" in draft) throw new Error(draft.mistake);
  const checked = checkPlan(draft.plan);
  if (checked.kind === "invalid") throw new Error(checked.mistakes[0]?.message);
  return expansionOf(checked.document, facts);
}

describe("what a plan comes to", () => {
  it("lists its points in order, with the step of each", () => {
    const each = { kind: "each", setting: "powerState", values: [0, 1], steps: [{ ...sweep, queueDepth: [1, 2] }] };
    const expansion = expand([sweep, each]);
    expect(expansion.listed.map(({ step, seconds }) => [step, seconds])).toEqual([
      ["1", 60],
      ["2.1", 60],
      ["2.1", 60],
      ["2.1", 60],
      ["2.1", 60],
    ]);
    expect(expansion.forAgent).toEqual([{ kind: "each", step: "2" }]);
    expect([plain(durationWords(expansion, false)), pointsWords(expansion), writtenWords(expansion)]).toEqual([
      "5 min",
      "5 points",
      "nothing",
    ]);
  });

  it("lists the first two hundred of many, and counts all", () => {
    const values = Array.from({ length: 64 }, (_, index) => index + 1);
    const expansion = expand([{ ...sweep, queueDepth: values, threads: values }]);
    expect([expansion.points, expansion.listed.length]).toEqual([4096, 200]);
  });

  it("lists a database among the loads", () => {
    const database = { kind: "database", system: "postgresql", benchmark: "selectOnly", sizeGib: 1 };
    const { listed, effect } = expand([{ ...database, clients: [1, 8], rampSeconds: 10, durationSeconds: 50 }, sweep]);
    expect(listed.map(({ sequence, words, seconds }) => [sequence, plain(words).split(", after")[0], seconds])).toEqual(
      [
        [0, "PostgreSQL, selectOnly, 1 client", 60],
        [1, "PostgreSQL, selectOnly, 8 clients", 60],
        [2, "4 KiB random read, QD1", 60],
      ],
    );
    expect(effect).toBe("overwrites");
  });

  it("tells fills apart until a drive is chosen, and then as a range of its rated speeds", () => {
    const steps = [{ kind: "purge", method: "format" }, fill, sweep];
    const anyDrive = expand(steps);
    expect(plain(durationWords(anyDrive, false))).toBe("1 min + purge + 2 drive fills");
    expect(writtenWords(anyDrive)).toBe("2 × the drive, plus what it takes while points write");
    expect(anyDrive.effect).toBe("purges");
    // 2 × 1 TB at 1 GB/s are 2,000 s, at 0.5 GB/s 4,000 s; and the sweep's 60 s.
    const facts = { sizeBytes: 1e12, fastestBytesPerSecond: 1e9, slowestBytesPerSecond: 0.5e9 };
    const one = expand(steps, facts);
    expect(plain(durationWords(one, true))).toBe("34 min 20 s to 1 h 8 min + purge");
    expect(plain(writtenWords(one))).toBe("up to 2 TB");
  });

  it("says that rated figures depend on the model", () => {
    const expansion = expand([{ kind: "ratedFigures", figures: "reads", durationSeconds: 60 }]);
    expect([pointsWords(expansion), durationWords(expansion, false)]).toEqual([
      "depends on the model",
      "rated figures of the model",
    ]);
    expect(writtenWords(expansion)).toBe("nothing");
    const rated = { kind: "ratedFigures", durationSeconds: 60 };
    const facts = { sizeBytes: 1e12, fastestBytesPerSecond: 1e9, slowestBytesPerSecond: 0.5e9 };
    for (const each of [facts, undefined]) {
      expect(writtenWords(expand([rated], each))).toBe("what the model's rated figures write");
    }
    expect(plain(writtenWords(expand([fill, rated], facts)))).toBe("up to 2 TB + what the model's rated figures write");
  });
});

it("estimates by models whose spec sheet says how fast they are written", () => {
  const figure = (unit: string, value: number, workload: object) => ({ unit, value, workload });
  const capacity = (capacityGb: number, ratedFigures: object[]) => ({
    ...{ capacityGb, capacityBytes: capacityGb * 1e9, ratedFigures },
  });
  const model = {
    ...{ id: "m", name: "Model" },
    ratedFigures: [figure("iops", 100_000, { readPercent: 0, blockBytes: 4096 })],
    capacities: [capacity(400, [figure("bytes/s", 1e9, { readPercent: 0 })]), capacity(800, [])],
  };
  const reads = { ...model, id: "r", ratedFigures: [figure("bytes/s", 3e9, { readPercent: 100 })] };
  const choices = estimateChoices([model, { ...reads, capacities: [capacity(1, [])] }] as never);
  expect(choices).toEqual([
    {
      ...{ value: "m/400", label: "Model, 400 GB" },
      facts: { sizeBytes: 4e11, fastestBytesPerSecond: 1e9, slowestBytesPerSecond: 409_600_000 },
    },
    {
      ...{ value: "m/800", label: "Model, 800 GB" },
      facts: { sizeBytes: 8e11, fastestBytesPerSecond: 409_600_000, slowestBytesPerSecond: 409_600_000 },
    },
  ]);
});
