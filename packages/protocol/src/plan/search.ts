import { z } from "zod";
import { protocolLimits } from "../limits.ts";
import { criterion, criterionContradictions } from "./criterion.ts";
import { type Contradiction, choice, contradicts, decimal, fieldsOf, listOf } from "./field.ts";
import { kindError } from "./kinds.ts";
import { sliceContradictions } from "./slices.ts";
import { streamsStep } from "./streams.ts";
import { countSweepPoints, sweepStep } from "./sweep.ts";
import { durationSeconds } from "./values.ts";

/** From a thousandth of a rate to a billion times. */
const raisedValue = decimal(0.001, 1_000_000_000);

const bodyStep = z.discriminatedUnion("kind", [streamsStep, sweepStep], {
  error: kindError(["streams", "sweep"], "search"),
});

const search = fieldsOf({
  kind: z.literal("search"),
  raise: choice(["rate", "queueDepth", "threads"]).describe(
    "rate multiplies every ratePerSecond of the body; queueDepth and threads replace what the body says.",
  ),
  from: raisedValue,
  to: raisedValue,
  resolution: raisedValue.describe(
    "The answer is known to this; every value tried is a whole number of these above from.",
  ),
  confirmSeconds: durationSeconds.optional().describe("The answer is measured once more, for so long."),
  criteria: listOf(criterion, protocolLimits.criteriaPerSearch).describe(
    "All must hold, in each slice where the body has slices.",
  ),
  steps: listOf(bodyStep, 1),
});

type Search = z.infer<typeof search>;
type Body = Search["steps"][number];

/** A parameter is raised until a criterion fails; the highest value that passes is the answer. */
export const searchStep = search
  .check(contradicts(searchContradictions))
  .describe("Raises a parameter until a criterion fails: doubling, then halving the interval.");

/** How often a search measures its body at most. */
export function searchMeasurementsMax({ from, to, resolution, confirmSeconds }: Search): number {
  const doubled = doubling(from, to, resolution);
  const halvings = doubled.map((index, place) => {
    const gap = index - (doubled[place - 1] ?? index);
    return place + 1 + Math.ceil(Math.log2(Math.max(gap, 1)));
  });
  const confirmations = confirmSeconds === undefined ? 0 : protocolLimits.confirmationsPerSearch;
  return Math.max(...halvings) + confirmations;
}

/** The values that doubling tries, as numbers of resolutions above `from`. */
function doubling(from: number, to: number, resolution: number): number[] {
  const last = Math.round((to - from) / resolution);
  const tried = [0];
  for (let index = 0; index < last; tried.push(index)) {
    const twice = Math.floor((from + 2 * index * resolution) / resolution + 1e-9);
    index = Math.min(last, Math.max(index + 1, twice));
  }
  return tried;
}

function searchContradictions(step: Search): Contradiction[] {
  const [body] = step.steps;
  if (body === undefined) return [];
  return [
    ...intervalContradictions(step),
    ...bodyContradictions(body),
    ...raiseContradictions(step, body),
    ...sliceContradictions(body.slices?.seconds, step.confirmSeconds ?? 0).map(({ message }) => ({
      path: ["confirmSeconds"],
      message,
    })),
    ...step.criteria.flatMap((each, index) =>
      criterionContradictions(each, body).map(({ path, message }) => ({ path: ["criteria", index, ...path], message })),
    ),
  ];
}

function intervalContradictions({ raise, from, to, resolution }: Search): Contradiction[] {
  const fractional = (["from", "to", "resolution"] as const).find(
    (field) => raise !== "rate" && !Number.isInteger({ from, to, resolution }[field]),
  );
  if (fractional !== undefined) return [{ path: [fractional], message: `${raise} is raised by whole numbers` }];
  if (to <= from) return [{ path: ["to"], message: "to must be above from" }];
  const values = (to - from) / resolution;
  if (Math.abs(values - Math.round(values)) > 1e-9 * Math.max(1, values)) {
    return [{ path: ["resolution"], message: "to must be a whole number of resolutions above from" }];
  }
  const message = `there would be more than ${protocolLimits.searchValues} values between from and to`;
  return values > protocolLimits.searchValues ? [{ path: ["resolution"], message }] : [];
}

function bodyContradictions(body: Body): Contradiction[] {
  const points = body.kind === "sweep" ? countSweepPoints(body) : 1;
  const message = `a search has a sweep of one point, and this one has ${points}`;
  return points === 1 ? [] : [{ path: ["steps", 0], message }];
}

/** A body that has not what is raised, or has too much of it. */
function raiseContradictions({ raise, from, to }: Search, body: Body): Contradiction[] {
  const loads = body.kind === "sweep" ? [body] : body.streams;
  if (raise !== "rate") {
    const total = loads.some(({ totalDepth }) => totalDepth !== undefined);
    const most = raise === "threads" ? protocolLimits.threadsPerPoint : protocolLimits.queueDepthPerThread;
    if (from < 1 || to > most) return [{ path: ["to"], message: `${raise} may be 1 to ${most}` }];
    return total ? [{ path: ["raise"], message: `a totalDepth has no ${raise} to raise` }] : [];
  }
  const rates = loads.flatMap(({ ratePerSecond }) => [ratePerSecond ?? []].flat());
  if (rates.length === 0) {
    return [{ path: ["raise"], message: "the body has no rate to raise: give it a ratePerSecond" }];
  }
  const outside = Math.min(...rates) * from < 0.001 || Math.max(...rates) * to > 1_000_000_000;
  return outside ? [{ path: ["to"], message: "a raised rate may be 0.001 to 1000000000 per second" }] : [];
}
