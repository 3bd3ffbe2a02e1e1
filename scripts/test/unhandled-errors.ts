import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** Names the file that is written. */
export const unhandledErrorsVariable = "CROSSPOINT_UNHANDLED_ERRORS";

/** A reporter of Vitest that writes how many errors there were outside of every test: they are in no other report that is read here. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_: unknown, errors: readonly unknown[]): void {
    const file = process.env[unhandledErrorsVariable];
    if (file !== undefined) writeFileSync(file, String(errors.length));
  }
}
