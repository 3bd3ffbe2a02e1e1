import type { Criterion } from "@crosspoint/domain";
import { ACT_LIMITS, METHODS } from "@crosspoint/domain/analysis";
import type { SearchedTrials } from "./trials";

/** How trials are judged, and by what: the small print below their table. */
export function limitsSentence({ step, trials }: Pick<SearchedTrials, "step" | "trials">): string {
  const isSliced = trials.some(({ points }) => points.some(({ slices }) => slices.length > 0));
  const parts = isSliced
    ? "Each figure is that of the trial's worst slice, and a trial passes only if every slice does. "
    : "";
  const method = step.criteria.some(isOfAct) ? `Limits of ${METHODS.act.name} (${METHODS.act.source}). ` : "";
  return (
    `${parts}${method}Verdicts are the agent's, told by what it tried next. ` +
    "I/Os that were due and had not started when a trial ended count as slow for the agent and are in no figure here."
  );
}

/** A criterion of the Aerospike Certification Tool. */
function isOfAct({ direction, overNs, percentBelow }: Criterion): boolean {
  return direction === "read" && ACT_LIMITS.some((each) => each.ns === overNs && each.percentBelow === percentBelow);
}
