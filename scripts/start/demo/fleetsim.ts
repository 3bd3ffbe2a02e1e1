import { runToEnd } from "../../steps/child.ts";

/** Runs the simulator to its end; returns what it printed. */
export function runFleetsim(program: string, args: string[]): Promise<string> {
  return runToEnd(program, args, { remedy: "Remove .data/demo and start the demo again." });
}
