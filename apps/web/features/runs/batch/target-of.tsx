import type { Outputs } from "@/api/client";
import { TargetName } from "../target-name";

interface TargetOfProps {
  readonly runs: Outputs["batch"]["get"]["runs"];
  readonly runId: string;
  /** Where the run is not among them. */
  readonly targetLabel: string;
}

/** What a run of the batch measures, named as everywhere. */
export function TargetOf({ runs, runId, targetLabel }: TargetOfProps) {
  const run = runs.find(({ id }) => id === runId);
  return run === undefined ? targetLabel : <TargetName run={run} />;
}
