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

/** FNV-1a of 64 bits. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
