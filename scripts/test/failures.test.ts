import { describe, expect, it } from "vitest";
import { failedFiles, filesToTryAgain } from "./failed-files.ts";
import { failuresIn, firstTriesIn } from "./failures.ts";

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

  it("tells all of what went wrong, up to where that was", () => {
    const log = `
 FAIL  runs  e2e/lab/runs.test.ts > plans
Error: nothing was told for 150 s
212 is in state D: uring-bench
  io_cqring_wait

 ❯ GatewayDouble.until e2e/lab/gateway-double.ts:50:3
`;
    expect(failuresIn(log)).toEqual([
      "runs  e2e/lab/runs.test.ts > plans\n    Error: nothing was told for 150 s\n    212 is in state D: uring-bench\n    io_cqring_wait",
    ]);
  });

  it("names of what was tried once more what failed again", () => {
    const first = ` FAIL  unit a.test.ts > passes\nError: a\n FAIL  unit b.test.ts > fails\nError: b\n`;
    const again = "\n── Once more: a.test.ts, b.test.ts\n\n FAIL  unit b.test.ts > fails\nError: c\n";
    expect(failuresIn(first + again)).toEqual(["unit b.test.ts > fails\n    Error: c"]);
    expect(firstTriesIn(first + again)).toEqual([
      "unit a.test.ts > passes\n    Error: a",
      "unit b.test.ts > fails\n    Error: b",
    ]);
  });

  it("names of a crate's program that was tried once more what failed again, and all of the others", () => {
    const failed = (name: string) => `---- ${name} stdout ----\n\nthread '${name}' (1) panicked at a.rs:1:5:\n`;
    const log = [
      "── wire: lib",
      failed("tests::both"),
      "── agent: lib",
      failed("tests::passes"),
      failed("tests::fails"),
      "── agent: lib: once more, alone: tests::passes, tests::fails",
      failed("tests::fails"),
    ].join("\n");
    expect(failuresIn(log).map((each) => each.split("\n")[0])).toEqual(["tests::both", "tests::fails"]);
  });

  it("leaves out what Playwright lists as flaky, whichever step of it failed", () => {
    const log = `
  1) [browser] › e2e/a.spec.ts:14:1 › passes once more › its first step ${"─".repeat(20)}

    Error: expect(locator).toBeVisible() failed

    Retry #1 ───────

  2) [browser] › e2e/a.spec.ts:30:1 › fails ${"─".repeat(40)}

    Error: expect(locator).toHaveText(expected) failed

  1 failed
    [browser] › e2e/a.spec.ts:30:1 › fails ${"─".repeat(40)}
  1 flaky
    [browser] › e2e/a.spec.ts:14:1 › passes once more ${"─".repeat(40)}
  40 passed (3.1m)
`;
    expect(failuresIn(log)).toEqual([
      "[browser] › e2e/a.spec.ts:30:1 › fails\n    Error: expect(locator).toHaveText(expected) failed",
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
