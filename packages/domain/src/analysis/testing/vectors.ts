import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";

export interface Vector<I, E> {
  readonly name: string;
  readonly input: I;
  readonly expected: E;
}

/** Vectors of one method that lie in the repository: see golden/README.md. */
export function golden<I, E>(method: string): Vector<I, E>[] {
  return read(new URL(`../golden/${method}.json`, import.meta.url));
}

/** Vectors made by another program, which lie beside the repository, not in it; none where they are absent. */
export function shared<I, E>(method: string): Vector<I, E>[] {
  const file = new URL(`../../../../../../shared/reference/analysis/${method}.json`, import.meta.url);
  if (existsSync(file)) return read(file);
  console.warn(`SKIPPED: no vectors at ${file.pathname}.`);
  return [];
}

function read<I, E>(file: URL): Vector<I, E>[] {
  return JSON.parse(readFileSync(file, "utf8")).cases;
}

/** As the vectors define equality: |a - b| <= max(absolute, relative × |b|). */
export function expectNear(found: number, expected: number, relative = 1e-9, absolute = 1e-9): void {
  const difference = Math.abs(found - expected);
  expect(difference <= Math.max(absolute, relative * Math.abs(expected)), `${found} is not ${expected}`).toBe(true);
}
