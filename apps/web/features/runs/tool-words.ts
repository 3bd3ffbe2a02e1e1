import type { RunHead } from "./run-state";

/** "fio 3.42": a tool with its version where it is known. */
export function toolWords({ name, version }: NonNullable<RunHead["tool"]>): string {
  return version === undefined ? name : `${name} ${version}`;
}
