import { describe, expect, it } from "vitest";
import { failedCrateTests } from "./failed-crate-tests.ts";

const failed = `
running 3 tests
.
database::counts --- FAILED
.
failures:

---- database::counts stdout ----

thread 'database::counts' (25026) panicked at crates/host-agent/tests/agent/database.rs:231:5:
failures:
    of the test's own words

failures:
    database::counts
    spool::keeps what it has

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 60.90s
`;

describe("failedCrateTests", () => {
  it("names those of the list at the end", () => {
    expect(failedCrateTests(failed)).toEqual(["database::counts", "spool::keeps what it has"]);
  });

  it("names none where none failed, or where the program died before its list", () => {
    expect(failedCrateTests("\nrunning 1 test\n.\ntest result: ok. 1 passed")).toEqual([]);
    expect(failedCrateTests("\nrunning 1 test\nfailures:\n\n---- a stdout ----\n")).toEqual([]);
  });
});
