import { ImportProblem } from "./problem.ts";

/** What is counted exactly, or a refusal where it stands: a double holds whole numbers below 2^53. */
export function countedExactly<T>(path: string, count: () => T): T {
  try {
    return count();
  } catch (error) {
    if (error instanceof RangeError) throw new ImportProblem(path, error.message);
    throw error;
  }
}
