import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { data } from "./generated/data.ts";
import { driveModels, plans, publishedResults, sources } from "./index.ts";
import { publishedMetric } from "./published-metrics.ts";

/**
 * Holds every figure of the collected reference against the catalog. The reference lies beside the repository, not in
 * it; where it is absent these tests are skipped, saying so.
 */
const REFERENCE = new URL("../../../../shared/reference/", import.meta.url);
const present = existsSync(REFERENCE);
if (!present) console.warn(`SKIPPED: no reference at ${REFERENCE.pathname}; the catalog is not compared with it.`);

// biome-ignore lint/suspicious/noExplicitAny: the reference has no type; what is missing shows as a failed expectation.
type Loose = any;

const reference = (name: string): Loose[] =>
  present ? (parse(readFileSync(new URL(`${name}.yaml`, REFERENCE), "utf8")) as Loose[]) : [];

/** Notes are sentences, which the catalog words for itself: what they have in common with the reference is their figures. */
function withFiguresOfNotes(value: Loose): Loose {
  if (Array.isArray(value)) return value.map(withFiguresOfNotes);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === "notes" ? (each as string[]).map(figuresOf) : withFiguresOfNotes(each),
    ]),
  );
}

function figuresOf(note: string): number[] {
  const figures = note.replaceAll(/(?<=\d),(?=\d)/g, "").match(/\d+(\.\d+)?/g) ?? [];
  return figures.map(Number).sort((a, b) => a - b);
}

describe.skipIf(!present)("nothing of the reference is lost", () => {
  it("every model with every key and figure of its spec sheet", () => {
    const ours = data.driveModels as Loose[];
    expect(withFiguresOfNotes(ours.map(({ id, model_numbers, power_governor_settings, ...rest }) => rest))).toEqual(
      withFiguresOfNotes(reference("drive-models")),
    );
    expect(driveModels).toHaveLength(reference("drive-models").length);
  });

  it("every figure of a spec sheet that is a rating becomes a rated figure", () => {
    for (const entry of reference("drive-models")) {
      const model = driveModels.find(({ name }) => name === entry.model);
      const common = Object.keys(entry.spec_common ?? {}).length + (entry.spec_common?.typical_latency_us ? 1 : 0);
      expect([entry.model, model?.ratedFigures.length]).toEqual([entry.model, common]);
      for (const capacity of entry.capacities ?? []) {
        const rated = Object.keys(capacity).filter((key) => /_(iops|bytes_s)$/.test(key));
        const variant = model?.capacities.find(({ capacityGb }) => capacityGb === capacity.capacity_gb);
        expect(variant?.ratedFigures.map(({ key, value }) => [key, value]).sort()).toEqual(
          rated.map((key) => [key, capacity[key]]).sort(),
        );
      }
    }
  });

  it("every source, with its test system", () => {
    for (const { seeds, note, ...entry } of reference("sources")) {
      const ours = (data.sources as Loose[]).find(({ id }) => id === entry.id);
      expect(withFiguresOfNotes(ours)).toMatchObject(withFiguresOfNotes(entry));
    }
  });

  const results = reference("published-results");

  it.each(
    results.flatMap(({ source, results: list = [] }) =>
      list.filter((each: Loose) => each.drive).map((each: Loose) => [source, each]),
    ),
  )("%s: %o", (source, expected: Loose) => {
    const row = publishedResults.rows.find(
      ({ sourceId, drive, workload }) =>
        sourceId === source &&
        drive.name === expected.drive &&
        workload.name === expected.workload &&
        String(workload.queueDepthRange ?? workload.queueDepth) === String(expected.queue_depth ?? workload.queueDepth),
    );
    const metric = publishedMetric("", expected.metric, String(expected.value), expected.bound);
    expect(row?.metrics).toContainEqual(metric);
    expect(metric.bound).toBe(expected.bound);
    const { drive, workload, metric: _, value, bound, queue_depth, ...extra } = expected;
    const told = Object.values(row?.context ?? {}).map(String);
    expect(told).toEqual(expect.arrayContaining(Object.values(extra).map(String)));
  });

  it.each(
    results.flatMap(({ source, tables = [] }) =>
      tables.flatMap((table: Loose) =>
        table.rows.map((cells: Loose) => [source, table.workload, table.queue_depth, cells, table.columns]),
      ),
    ),
  )("%s: %s QD%d %o", (source, workload, depth, cells: Loose[], columns: string[]) => {
    const row = publishedResults.rows.find(
      (each) => each.sourceId === source && each.workload.queueDepth === depth && each.drive.name === cells[0],
    );
    expect(row?.workload.name).toBe(workload);
    expect(row?.metrics.map(({ printed }) => Number(printed.text))).toEqual(cells.slice(1));
    expect(row?.metrics.map(({ metric }) => metric)).toEqual(
      columns.slice(1).map((column) => publishedMetric("", column, "1", "exact").metric),
    );
  });

  it("every point of every series, and every ratio", () => {
    const lists = results.flatMap(({ results: list = [] }) => list.filter((each: Loose) => each.series));
    expect(publishedResults.series.map(({ drive, points }) => [drive.name, points])).toEqual(
      lists.flatMap(({ series, concurrency }: Loose) =>
        Object.entries(series).map(([name, line]) => [
          name,
          concurrency.map((load: number, index: number) => ({ concurrency: load, value: (line as number[])[index] })),
        ]),
      ),
    );
    const ratios = results.flatMap(({ comparisons = [] }) => comparisons);
    expect(
      publishedResults.ratios.map(({ workload, faster, slower, ratio }) => [
        workload.name,
        workload.queueDepth,
        faster.name,
        slower.name,
        ratio,
      ]),
    ).toEqual(ratios.map((each: Loose) => [each.workload, each.queue_depth, each.faster, each.slower, each.ratio]));
  });

  it("and nothing is invented: as many figures as the reference has", () => {
    const single = results.flatMap(({ results: list = [] }) => list.filter((each: Loose) => each.drive)).length;
    const cells = results.flatMap(({ tables = [] }) =>
      tables.flatMap((table: Loose) => table.rows.flatMap((row: Loose) => row.slice(1))),
    ).length;
    expect(publishedResults.rows.flatMap(({ metrics }) => metrics)).toHaveLength(single + cells);
  });
});

it("every source id that the catalog cites resolves", () => {
  const known = new Set(sources.map(({ id }) => id));
  const cited = [
    ...driveModels.map(({ sourceId }) => sourceId),
    ...plans.flatMap(({ sourceIds }) => sourceIds),
    ...[...publishedResults.rows, ...publishedResults.series, ...publishedResults.ratios].map(
      ({ sourceId }) => sourceId,
    ),
  ];
  expect(cited.filter((id) => !known.has(id))).toEqual([]);
});
