import type { LatencyHistogram } from "../../histogram/histogram.ts";
import type { PointSpec } from "../../plan/point-spec.ts";
import { HistogramBudget } from "../histogram-budget.ts";
import type { ImportedDirection, ImportedLatency, ImportedPoint, ImportedRun, SpecGap } from "../imported-run.ts";
import type { Field } from "../json/field.ts";
import { importLimits } from "../limits.ts";
import { type FileRemark, ImportProblem } from "../problem.ts";
import { statedPercentiles } from "../stated-percentiles.ts";

/** The version of the document that services/result/export-run writes. */
export const exportVersion = 1;

const toolCharacters = 100;

/** A run as this product exports it; what its agent measured is taken as it stands, its histograms exactly. */
export function readCrosspointExport(root: Field): ImportedRun {
  const version = root.at("crosspoint").at("export").count();
  if (version !== exportVersion) {
    root.at("crosspoint").at("export").fail(`is ${version}; this version of Crosspoint reads ${exportVersion}`);
  }
  const run = root.at("run");
  const points = root.at("points").items();
  if (points.length === 0) root.at("points").fail("is empty: there is nothing to import");
  if (points.length > importLimits.points) root.at("points").fail(`has more than ${importLimits.points} points`);
  return {
    format: "crosspoint",
    tool: {
      name: run.at("tool").at("name").text().slice(0, toolCharacters),
      version: run.at("tool").at("version").optionalText()?.slice(0, toolCharacters),
    },
    names: {
      plan: run.at("plan").optionalText(),
      target: run.at("target").optionalText(),
      host: run.at("host").optionalText(),
    },
    startedAtMs: run.at("startedAtMs").optionalCount(),
    finishedAtMs: run.at("finishedAtMs").optionalCount(),
    ...pointsOf(points),
    warnings: [],
  };
}

function pointsOf(fields: readonly Field[]): Pick<ImportedRun, "points" | "refused"> {
  const refused: FileRemark[] = [];
  const budget = new HistogramBudget();
  const points = fields.flatMap((field) => {
    try {
      return [pointOf(field, budget)];
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error;
      refused.push({ path: error.path, message: error.message });
      return [];
    }
  });
  return { points, refused };
}

function pointOf(field: Field, budget: HistogramBudget): ImportedPoint {
  const directions = field
    .at("directions")
    .items()
    .map((each) => directionOf(each, budget));
  if (directions.length === 0) field.at("directions").fail("is empty: nothing was measured");
  if (new Set(directions.map(({ direction }) => direction)).size < directions.length) {
    field.at("directions").fail("has one direction twice");
  }
  const law = field.at("littlesLaw");
  return {
    name: field.at("name").text(),
    path: field.path,
    ...workloadOf(field),
    latencyFrom: latencyFromOf(field.at("latencyFrom")),
    elapsedNs: field.at("elapsedNs").optionalCount(),
    directions,
    littlesLaw: law.isAbsent
      ? undefined
      : {
          meanInFlight: law.at("meanInFlight").number(),
          expected: law.at("expected").number(),
          ok: law.at("ok").plain() === true,
        },
    warnings: field
      .at("warnings")
      .items()
      .map((each) => ({ path: each.path, message: each.text() })),
  };
}

/**
 * Its spec is judged by the contract where it is stored; here it is only known to be there. What was measured of a point that did
 * not come to its end is no result here either: its spec says what was asked for.
 */
function workloadOf(field: Field): Pick<ImportedPoint, "known" | "gaps" | "spec"> {
  if (field.at("spec").isAbsent) {
    const known = (field.at("known").plain() as ImportedPoint["known"] | undefined) ?? {};
    return { known, gaps: gapsOf(field.at("gaps")), spec: undefined };
  }
  const spec = field.at("spec").plain() as PointSpec;
  const state = field.at("state").optionalText();
  if (state === undefined || state === "complete") return { known: {}, gaps: [], spec };
  const { depth: _, ...known } = spec;
  return { known, gaps: [{ part: "ending", reason: "it was not measured to its end" }], spec: undefined };
}

function gapsOf(field: Field): SpecGap[] {
  const gaps = field.items().map((each) => ({ part: "other" as const, reason: each.text() }));
  return gaps.length === 0 ? [{ part: "other", reason: "the export does not hold what was asked for" }] : gaps;
}

function latencyFromOf(field: Field): ImportedPoint["latencyFrom"] {
  const text = field.optionalText();
  return text === "submission" || text === "afterSubmission" ? text : undefined;
}

function directionOf(field: Field, budget: HistogramBudget): ImportedDirection {
  const direction = field.at("direction").text();
  if (direction !== "read" && direction !== "write") field.at("direction").fail("must be read or write");
  const histogram = histogramOf(field.at("histogram"), budget);
  const operations = field.at("operations").optionalCount();
  if (
    histogram !== undefined &&
    operations !== undefined &&
    histogram.totalCount !== operations &&
    field.at("histogramError").isAbsent
  ) {
    field.at("histogram").fail(`counts ${histogram.totalCount} operations, and ${operations} are stated`);
  }
  return {
    direction: direction === "read" ? "read" : "write",
    operations,
    bytes: field.at("bytes").optionalCount(),
    iops: optionalNumber(field.at("iops")),
    bytesPerSecond: optionalNumber(field.at("bytesPerSecond")),
    latencyNs: latencyOf(field.at("latencyNs")),
    // Beside those of a histogram stand what the tool stated, where it was not an agent of this product.
    percentiles: statedPercentiles(field.either("toolPercentiles", "percentiles"), 1),
    histogram,
    histogramError: optionalNumber(field.at("histogramError")),
  };
}

function optionalNumber(field: Field): number | undefined {
  return field.isAbsent ? undefined : field.number();
}

function latencyOf(field: Field): ImportedLatency | undefined {
  if (field.isAbsent) return undefined;
  const [min = 0, mean = 0, stddev = 0, max = 0] = ["min", "mean", "stddev", "max"].map((name) =>
    field.at(name).number(),
  );
  if (min > max) field.fail("has a minimum above its maximum");
  return { min, mean, stddev, max };
}

function histogramOf(field: Field, budget: HistogramBudget): LatencyHistogram | undefined {
  if (field.isAbsent) return undefined;
  const histogram = budget.decode(field.text(), field.path);
  budget.keep(histogram.buckets.length, field.path);
  return histogram;
}
