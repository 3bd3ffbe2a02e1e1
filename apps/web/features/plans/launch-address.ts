import { keyOf, type TargetChoice } from "./target-key";

/** Where the launch page stands with a run's plan and target chosen. */
export function launchAgainAddress(runId: string, target: TargetChoice): string {
  return `/benchmarks/new?target=${keyOf(target)}&again=${runId}`;
}

/** Where it stands with many targets; the tab keeps them. */
export const launchManyAddress = "/benchmarks/new?many=true";
