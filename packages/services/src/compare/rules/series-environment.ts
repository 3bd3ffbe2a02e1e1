import { findSource } from "@crosspoint/catalog";
import { benchmarkEnvironment } from "@crosspoint/protocol";
import { storedSettingWords } from "../../run/rules/settings.ts";
import { type ComparedRunRow, importedFrom } from "./compared-runs.ts";
import {
  type ComparedEnvironment,
  type EnvironmentFacts,
  environmentFields,
  factsOfPoint,
  factsOfSource,
} from "./environment.ts";
import { type EnvironmentFinding, findingsOf } from "./environment-findings.ts";
import type { ReadSeries } from "./read-entries.ts";

/** Values of a fact that differ within a series which are shown. */
const shownValues = 3;

/** What surrounded a series: of several runs, each fact that they share, or all that they have of it. */
export function environmentOf(
  { series, cellOf }: ReadSeries,
  runs: ReadonlyMap<string, ComparedRunRow>,
): ComparedEnvironment {
  const { head, runIds } = series;
  const name = { id: head.id, label: head.label };
  if (head.sourceId !== undefined) {
    const source = findSource(head.sourceId);
    return { ...name, label: head.detail, kind: "published", facts: source === undefined ? {} : factsOfSource(source) };
  }
  const [only, ...others] = head.runs;
  const single =
    only === undefined || others.length > 0 || runIds.length !== 1 ? {} : { requestedAt: only.requestedAt };
  const all = distinctOf(cellOf.values(), runs);
  const findings = new Map(all.flatMap((each) => each.findings).map((finding) => [finding.text, finding]));
  return {
    ...name,
    kind: "measured",
    ...single,
    facts: shared(all.map(({ facts }) => facts)),
    ...(findings.size === 0 ? {} : { findings: [...findings.values()] }),
  };
}

type Cells = ReturnType<ReadSeries["cellOf"]["values"]>;

interface PointEnvironment {
  readonly facts: EnvironmentFacts;
  readonly findings: readonly EnvironmentFinding[];
}

/** What surrounded every point, that of one environment once. */
function distinctOf(cells: Cells, runs: ReadonlyMap<string, ComparedRunRow>): PointEnvironment[] {
  const distinct = new Map<string, PointEnvironment>();
  for (const { point, rows } of cells) {
    for (const { runId, environment } of rows) {
      const run = runs.get(runId);
      const { settings } = point.load.workload;
      const key = JSON.stringify([environment, settings, run?.driveId, run && importedFrom(run)]);
      if (distinct.has(key)) continue;
      const parsed = benchmarkEnvironment.nullable().parse(environment) ?? undefined;
      // What a file does not say of its surroundings is not known: not even that nothing was set.
      const tool = run && importedFrom(run);
      const words = storedSettingWords([settings], run?.drive ?? null);
      const facts = tool === undefined ? factsOfPoint(parsed, words) : { tool };
      distinct.set(key, { facts, findings: parsed === undefined ? [] : findingsOf(parsed) });
    }
  }
  return [...distinct.values()];
}

function shared(all: readonly EnvironmentFacts[]): EnvironmentFacts {
  return Object.fromEntries(
    environmentFields.flatMap((field) => {
      const values = [...new Set(all.map((facts) => facts[field] ?? "not stated"))];
      if (values.length === 0 || (values.length === 1 && values[0] === "not stated")) return [];
      const more = values.length > shownValues ? `; and ${values.length - shownValues} more` : "";
      return [[field, values.slice(0, shownValues).join("; ") + more]];
    }),
  );
}
