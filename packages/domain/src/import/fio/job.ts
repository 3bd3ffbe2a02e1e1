import { checkLittlesLaw } from "../../analysis/littles-law.ts";
import type { ImportedDirection, ImportedLittlesLaw, ImportedPoint } from "../imported-run.ts";
import type { Field } from "../json/field.ts";
import type { FileRemark } from "../problem.ts";
import { directionOf, type FioDirection } from "./direction.ts";
import { type Options, optionsOf } from "./options.ts";
import { asMeasured, type JobWorkload, type Surroundings, workloadOfJob } from "./workload.ts";

/** A job of a document with its options; the whole document decides what surrounded it. */
export interface FioJob {
  readonly field: Field;
  readonly name: string;
  readonly group: number | undefined;
  readonly options: Options | undefined;
}

export function jobOf(field: Field, globals: Field, version: string): FioJob {
  const own = field.at("job options");
  const written = [...globals.fields(), ...own.fields()].map(([name, value]) => [name, value.text()] as const);
  return {
    field,
    name: field.at("jobname").text(),
    group: field.at("groupid").optionalCount(),
    options: own.isAbsent && written.length === 0 ? undefined : optionsOf(version, written),
  };
}

/** What a job measured. @throws ImportProblem where it failed, measured nothing, or contradicts itself. */
export function pointOfJob(job: FioJob, around: Surroundings): ImportedPoint {
  const { field, name, options } = job;
  const error = field.at("error").optionalCount() ?? 0;
  if (error !== 0) field.at("error").fail(`is ${error}: fio's job failed, what it measured until then is no result`);
  const directions = (["read", "write"] as const).flatMap((each) => directionOf(field.at(each), each) ?? []);
  if (directions.length === 0) field.fail("neither read nor wrote anything");
  const elapsedNs = Math.max(...directions.map(({ runtimeMs }) => runtimeMs)) * 1e6;
  const { warnings, ...workload } = asMeasured(workloadOfJob(options, around), elapsedNs, field.path);
  const littlesLaw = littlesLawOf(workload, directions);
  return {
    name,
    path: field.path,
    ...workload,
    latencyFrom: directions.find(({ latency }) => latency !== undefined)?.latency?.from,
    elapsedNs,
    directions: directions.map(importedOf),
    littlesLaw,
    warnings: [...warnings, ...directions.flatMap((each) => each.warnings), ...warningsOf(field, littlesLaw)],
  };
}

function importedOf({
  latency: _,
  runtimeMs: _runtime,
  warnings: _warnings,
  ...direction
}: FioDirection): ImportedDirection {
  return direction;
}

/** Of a closed load whose depth is known; with latencies from submission, since that is when an operation is in flight. */
function littlesLawOf({ known }: JobWorkload, directions: readonly FioDirection[]): ImportedLittlesLaw | undefined {
  const { queueDepth, threads, load } = known;
  if (queueDepth === undefined || threads === undefined || load?.kind !== "closed") return undefined;
  const parts = directions.flatMap(({ iops = 0, latency }) => {
    const meanLatencyNs = latency?.meanNsFromSubmission;
    return meanLatencyNs === undefined ? [] : [{ iops, meanLatencyNs }];
  });
  if (parts.length < directions.length) return undefined;
  const expected = queueDepth * threads;
  const law = checkLittlesLaw(parts, expected);
  if (law.kind === "tooLittle") return undefined;
  return { meanInFlight: law.inFlight, expected, ok: law.kind === "consistent" };
}

function warningsOf(field: Field, law: ImportedLittlesLaw | undefined): FileRemark[] {
  if (law === undefined || law.ok) return [];
  const message =
    `IOPS times mean latency is ${law.meanInFlight.toFixed(2)} operations in flight, and its depth is ${law.expected}: ` +
    "the figures contradict each other, or fio did not keep its depth.";
  return [{ path: field.path, message }];
}
