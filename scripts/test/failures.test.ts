import { describe, expect, it } from "vitest";
import { failedFiles, filesToTryAgain } from "./failed-files.ts";
import { failuresIn } from "./failures.ts";

describe("failuresIn", () => {
  it("names what failed by Vitest, with the error's first line, once", () => {
    const log = `
 ❯  runs  e2e/lab/runs.test.ts (28 tests | 1 failed)
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

\u001b[31m FAIL \u001b[39m  runs  e2e/lab/runs.test.ts > plans > rounds: it goes on
AssertionError: expected [ +0, 1 ] to deeply equal [ 1, +0 ]

- Expected
 FAIL   runs  e2e/lab/runs.test.ts > plans > rounds: it goes on
`;
    expect(failuresIn(log)).toEqual([
      "runs  e2e/lab/runs.test.ts > plans > rounds: it goes on\n    AssertionError: expected [ +0, 1 ] to deeply equal [ 1, +0 ]",
    ]);
  });

  it("names what failed by Playwright and by Rust's own runner", () => {
    const log = `
  1) [browser] › e2e/hosts/upgrade.spec.ts:14:1 › agents are upgraded 

    Error: expect(locator).toHaveText(expected) failed

---- database::counts stdout ----

thread 'database::counts' (25026) panicked at crates/host-agent/tests/agent/database.rs:231:5:
`;
    expect(failuresIn(log)).toEqual([
      "[browser] › e2e/hosts/upgrade.spec.ts:14:1 › agents are upgraded\n    Error: expect(locator).toHaveText(expected) failed",
      "database::counts\n    thread 'database::counts' (25026) panicked at crates/host-agent/tests/agent/database.rs:231:5:",
    ]);
  });

  it("names twenty, and counts the others", () => {
    const log = Array.from({ length: 25 }, (_, index) => ` FAIL  unit a.test.ts > test ${index}\n`).join("\n");
    expect(failuresIn(log)).toHaveLength(21);
    expect(failuresIn(log).at(-1)).toBe("and 5 more");
  });
});

describe("failedFiles", () => {
  it("names the files in which tests failed, and the tests", () => {
    const result = (name: string, ...statuses: string[]) => ({
      name: `/repository/${name}`,
      status: statuses.includes("failed") || statuses.length === 0 ? "failed" : "passed",
      assertionResults: statuses.map((status, index) => ({ fullName: `test ${index}`, status })),
    });
    const report = {
      testResults: [result("a.test.ts", "passed"), result("b.test.ts", "passed", "failed"), result("c.test.ts")],
    };
    expect(failedFiles(JSON.stringify(report), "/repository")).toEqual([
      { file: "b.test.ts", tests: ["test 1"] },
      { file: "c.test.ts", tests: ["the file itself"] },
    ]);
  });
});

describe("filesToTryAgain", () => {
  const failed = ["a.test.ts", "b.test.ts"].map((file) => ({ file, tests: ["test 0"] }));

  it("are those in which tests failed, where they are few", () => {
    expect(filesToTryAgain({ status: 1, failed, unhandledErrors: 0 }, 2)).toEqual(["a.test.ts", "b.test.ts"]);
    expect(filesToTryAgain({ status: 1, failed, unhandledErrors: 0 }, 1)).toEqual([]);
    expect(filesToTryAgain({ status: 0, failed: [], unhandledErrors: 0 }, 2)).toEqual([]);
  });

  it("are none where an error beside them would not be tried again, or where nobody knows", () => {
    expect(filesToTryAgain({ status: 1, failed, unhandledErrors: 1 }, 2)).toEqual([]);
    expect(filesToTryAgain({ status: 1, failed, unhandledErrors: undefined }, 2)).toEqual([]);
  });
});
