import { fingerprint } from "../fingerprint.ts";
import type { PointSpec } from "../plan/point-spec.ts";
import { loadKey } from "./load-key.ts";
import type { Workload } from "./workload.ts";

/** The workload of a point; of one that is still to be measured, as it is to be. */
export function workloadOf(spec: PointSpec): Workload {
  const { rampSeconds: _, ending, slices: _slices, stream: _stream, beside = [], purpose, settings, ...rest } = spec;
  return {
    ...rest,
    ...(ending.kind === "steadyState"
      ? { steadyState: ending.reached === false ? ("notReached" as const) : ("reached" as const) }
      : {}),
    preconditions: purpose === "precondition",
    settings: settings ?? {},
    beside: bounded(beside.map((load) => loadKey(load)).toSorted()),
  };
}

/** Longest text of the loads beside a point; longer ones are known by a number. */
const besideCharactersMax = 1000;

function bounded(loads: readonly string[]): readonly string[] {
  const text = loads.join("_");
  return text.length <= besideCharactersMax ? loads : [`loads${fingerprint(text)}`];
}
