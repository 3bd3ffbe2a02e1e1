import { runToEnd } from "../../steps/child.ts";

/** What a person can do where the past of the fleet was not made. */
export const makeItAgain = "Remove .data/demo and start the demo again.";

/** Runs the simulator to its end; returns what it printed. */
export function runFleetsim(program: string, args: string[]): Promise<string> {
  return runToEnd(program, args, { remedy: makeItAgain });
}
