import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import {
  decodeHistogram,
  encodeHistogram,
  type LatencyHistogram,
  mergeHistograms,
  readPercentile,
  runsKey,
} from "@crosspoint/domain";
import { readResultFile } from "@crosspoint/domain/import";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf, millionLatencies, now } from "../testing/fleet.ts";
import { exportComparison } from "./export.ts";
import { writeComparedFioJob } from "./fio-job.ts";
import { getComparison } from "./get.ts";
import { readComparedHistograms } from "./histograms.ts";
import { comparisonSelection } from "./rules/selection.ts";
import { addRun } from "./testing.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const viewer = () => contextOf(test.db, "viewer");
const compared = (...series: string[]) => comparisonSelection.parse({ series });
function histogramOf(millions: number): LatencyHistogram {
  const merged = mergeHistograms(Array.from({ length: millions }, () => decodeHistogram(millionLatencies)));
  return merged ?? expect.fail("there are some");
}
const bytesOf = (millions: number) => new Uint8Array(Buffer.from(encodeHistogram(histogramOf(millions)), "base64"));
const depth = (queueDepth: number) => ({ depth: { kind: "perThread", queueDepth, threads: 1 } }) as const;

async function logOf(series: string[]): Promise<string> {
  const { parts } = await exportComparison(viewer(), compared(...series));
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

/** Two runs of a group, whose first point is alike, and a run of a mix. */
async function addSeries(tag: string) {
  const plan = { id: tag };
  for (const minutes of [1, 2]) {
    const at = new Date(now.getTime() + 60_000 * minutes);
    await addRun(test.db, { tags: [tag], plan, at, points: [{}, { spec: depth(2), histogram: bytesOf(minutes) }] });
  }
  const mix = await addRun(test.db, { plan, points: [{ spec: { readPercent: 70, precondition: ["purge:format"] } }] });
  return [`group:tag:${tag}:${tag}`, `run:${mix}`];
}

describe("the histograms of a comparison", () => {
  it("are a log that is read back with every sample, a tag for each series, row and direction", async () => {
    const series = await addSeries("log");
    const published = "published:anandtech-p4800x-375gb:Intel Optane SSD DC P4800X 375GB";
    const text = await logOf([...series, published]);
    for (const line of text.trimEnd().split("\n")) {
      expect(line).toMatch(/^(#\[.*\]|"StartTimestamp".*|Tag=[A-Za-z0-9.-]{1,100},(\d+\.\d{3},){3}[A-Za-z0-9+/=]+)$/);
    }
    expect(text).toContain(`\n#[s1: log, 2 runs, log (${series[0]})]\n`);
    expect(text).not.toContain("AnandTech");
    const { points, tool, refused } = readResultFile(new TextEncoder().encode(text), {});
    expect([tool.name, refused]).toEqual(["Crosspoint", []]);
    const counts = points.map(({ name, elapsedNs, directions }) => [
      name,
      elapsedNs,
      directions.map(({ direction, operations }) => [direction, operations]),
    ]);
    const million = 1_000_000;
    expect(counts).toEqual([
      ["s1-p1-4-KiB-random-read-QD1", 120e9, [["read", 2 * million]]],
      ["s1-p2-4-KiB-random-read-QD2", 120e9, [["read", 3 * million]]],
      [
        "s2-p4-4-KiB-random-70-30-read-write-QD1-after-purge-Format-NVM",
        60e9,
        [
          ["read", million],
          ["write", million],
        ],
      ],
    ]);
    expect(points[1]?.directions[0]?.histogram?.buckets).toEqual(histogramOf(3).buckets);
  });

  it("are read row by row, merged ones and those of a mix together, of the runs that were asked for", async () => {
    const series = await addSeries("curves");
    const found = await getComparison(viewer(), compared(...series));
    const runs = found.series.map((each) => runsKey(each.runs));
    const keys = found.points.map(({ key }) => key);
    const read = (points: string[], of = runs) =>
      readComparedHistograms(viewer(), { ...compared(...series), points, runs: of });
    const both = found.points.findIndex(({ direction }) => direction === "both");
    const [merged, together] = await Promise.all([read([keys[1] ?? ""]), read([keys[both] ?? ""])]);
    const p999 = (histogram = "") => readPercentile(decodeHistogram(histogram), "99.9");
    expect(merged.map((each) => [each.series, each.point])).toEqual([[series[0], keys[1]]]);
    expect(decodeHistogram(merged[0]?.histogram ?? "").totalCount).toBe(3_000_000);
    expect(p999(merged[0]?.histogram)).toEqual(readPercentile(histogramOf(3), "99.9"));
    expect(decodeHistogram(together[0]?.histogram ?? "").totalCount).toBe(2_000_000);
    expect(await read(keys.slice(0, 4), [`${runs[0]?.split(".")[0]}.3`])).toEqual([]);
  });
});

it("histograms of rounds are those that the figures are of: those of a run that goes on are another round's by now", async () => {
  const body = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 };
  const until = {
    kind: "steadyState",
    tracked: [{ metric: "iops" }],
    windowRounds: 5,
    excursionPercent: 20,
    slopePercent: 10,
  };
  const plan = { id: "going on", steps: [{ kind: "rounds", roundsMax: 25, until, steps: [body] }] };
  const points = [0, 1].map((round) => ({ round, stepPath: [0, 0], histogram: bytesOf(round + 1) }));
  const selection = compared(`run:${await addRun(test.db, { plan, points })}`);
  const found = await getComparison(viewer(), selection);
  const [asked, runs] = [found.points.map(({ key }) => key), found.series.map((each) => runsKey(each.runs))];
  const read = (of?: string[]) => readComparedHistograms(viewer(), { ...selection, points: asked, runs, of });
  expect(found.cells).toMatchObject([{ of: "round 2, not steady" }]);
  const [last] = await read(["round 2, not steady"]);
  expect(decodeHistogram(last?.histogram ?? "").totalCount).toBe(2_000_000);
  expect(await read(["round 1, not steady"])).toEqual([]);
});

describe("the job file of a comparison", () => {
  it("has a section for each workload, whoever measured it, and says what fio does not", async () => {
    const series = await addSeries("job");
    const { text } = await writeComparedFioJob(
      viewer(),
      compared(...series, "published:hardwareinfo-p3700-400gb:Intel SSD DC P3700 400GB"),
    );
    expect(text.match(/^\[.*\]$/gm)).toEqual(["[global]", "[point-0]", "[point-1]", "[point-2]"]);
    const [, , , mix = "", rest = ""] = text.split(/\n\n/);
    expect(mix.split("\n")).toEqual(
      expect.arrayContaining([
        "# 4 KiB random 70/30 read/write, QD1, after purge (Format NVM)",
        "# Compared of: /srv/scratch (stor-1, job)",
        "; Measured after preconditioning, which fio does not do: do it before.",
        "rwmixread=70",
        "runtime=60",
      ]),
    );
    expect(text).toContain("\n# Compared of: job (2 runs, job)\n");
    expect(rest).toMatch(/^; No series has measured, and so no job is of: .*8 KiB random 67\/33 read\/write, QD32/);
  });

  it("says of which rounds the figures are", async () => {
    const body = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 };
    const plan = { id: "rounds", steps: [{ kind: "rounds", roundsMax: 2, steps: [body] }] };
    const points = [0, 1].map((round) => ({ round, stepPath: [0, 0] }));
    const runId = await addRun(test.db, { plan, points });
    const { text } = await writeComparedFioJob(viewer(), compared(`run:${runId}`));
    expect(text).toContain("; The figures compared are of 2 rounds: fio measures once.\n[point-0]\n");
    expect(text.match(/^\[point/gm)).toHaveLength(1);
  });

  it.skipIf(spawnSync("fio", ["--version"]).error !== undefined)("is read by fio itself", async () => {
    const series = await addSeries("fio");
    const { text } = await writeComparedFioJob(viewer(), compared(...series));
    const folder = mkdtempSync(join(tmpdir(), "fio-comparison-"));
    try {
      const file = join(folder, "comparison.fio");
      const env = { ...process.env, TARGET: join(folder, "target") };
      const parse = () => execFileSync("fio", ["--parse-only", file], { env, stdio: "pipe" });
      writeFileSync(file, text);
      expect(parse).not.toThrow();
      writeFileSync(file, text.replace("# 4 KiB", "4 KiB"));
      expect(parse).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
