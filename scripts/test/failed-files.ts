import { relative } from "node:path";

/** A file with tests, of which some failed. */
export interface FailedFile {
  /** From the repository's root. */
  readonly file: string;
  /** By their whole names; "the file itself" where it could not be loaded, or what it begins with failed. */
  readonly tests: readonly string[];
}

/** Of Vitest's JSON report, what is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: "passed" | "failed";
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The files of a JSON report of Vitest in which tests failed. */
export function failedFiles(report: string, root: string): FailedFile[] {
  const { testResults }: Report = JSON.parse(report);
  return testResults
    .filter(({ status }) => status === "failed")
    .map(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
      return { file: relative(root, name), tests: tests.length > 0 ? tests : ["the file itself"] };
    });
}

/** How Vitest ended. */
export interface Ended {
  readonly status: number;
  readonly failed: readonly FailedFile[];
  /** Errors outside of every test, as a rejection behind a test's end: no file failed by them. Undefined where nobody counted them. */
  readonly unhandledErrors: number | undefined;
}

/** The files to run once more: those in which tests failed, where they are at most so many and say all that went wrong. */
export function filesToTryAgain({ status, failed, unhandledErrors }: Ended, most: number): string[] {
  if (status === 0 || unhandledErrors !== 0 || failed.length > most) return [];
  return failed.map(({ file }) => file);
}
