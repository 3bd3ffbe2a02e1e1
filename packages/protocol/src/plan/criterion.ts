import type { z } from "zod";
import { type Contradiction, choice, contradicts, decimal, fieldsOf } from "./field.ts";
import { streamName, type streamsStep } from "./streams.ts";
import type { sweepStep } from "./sweep.ts";
import { latencyNs } from "./values.ts";

const fields = fieldsOf({
  stream: streamName.optional().describe("Which of the streams; only where the body is streams."),
  direction: choice(["read", "write"]),
  overNs: latencyNs.optional(),
  percentBelow: decimal(0.0001, 100)
    .optional()
    .describe("Operations that took longer than overNs are below this share."),
  percentile: decimal(1, 99.9999999).optional(),
  belowNs: latencyNs.optional().describe("The percentile is below this."),
  ratePercentAtLeast: decimal(1, 100).optional().describe("Completed, of what the open loop asked for."),
});

type Criterion = z.infer<typeof fields>;
type Body = z.infer<typeof sweepStep> | z.infer<typeof streamsStep>;

/** What must hold for a value of a search to pass: one of three forms. */
export const criterion = fields.check(contradicts(formContradictions));

function formContradictions(given: Criterion): Contradiction[] {
  const { overNs, percentBelow, percentile, belowNs, ratePercentAtLeast } = given;
  const has = (...values: unknown[]) => values.filter((value) => value !== undefined).length;
  const forms = [has(overNs, percentBelow), has(percentile, belowNs), 2 * has(ratePercentAtLeast)];
  const one = forms.filter((each) => each === 2).length === 1 && forms.filter((each) => each > 0).length === 1;
  const message = "expected overNs with percentBelow, percentile with belowNs, or ratePercentAtLeast";
  return one ? [] : [{ path: [], message }];
}

/** What a criterion and the body that it judges say against one another. */
export function criterionContradictions(given: Criterion, body: Body): Contradiction[] {
  return [...loadContradictions(given, body), ...thresholdContradictions(given, body)];
}

function loadContradictions({ stream, direction, ratePercentAtLeast }: Criterion, body: Body): Contradiction[] {
  if (body.kind === "sweep" && stream !== undefined) {
    return [{ path: ["stream"], message: "the body has no streams: leave stream out" }];
  }
  if (body.kind === "streams" && stream === undefined) return [{ path: ["stream"], message: "is missing" }];
  const load = body.kind === "sweep" ? body : body.streams.find(({ name }) => name === stream);
  if (load === undefined) return [{ path: ["stream"], message: `the body has no stream "${stream}"` }];
  const idle = direction === "read" ? 0 : 100;
  if ([load.readPercent].flat().includes(idle)) {
    return [{ path: ["direction"], message: `the load does not ${direction}` }];
  }
  const closed = ratePercentAtLeast !== undefined && load.ratePerSecond === undefined;
  const message = "only an open loop has a rate to keep: give it a ratePerSecond";
  return closed ? [{ path: ["ratePercentAtLeast"], message }] : [];
}

/** Slices count operations above their own latencies alone. */
function thresholdContradictions({ overNs, belowNs }: Criterion, { slices }: Body): Contradiction[] {
  const field = overNs === undefined ? "belowNs" : "overNs";
  const threshold = overNs ?? belowNs;
  if (slices === undefined || threshold === undefined || slices.overNs.includes(threshold)) return [];
  return [{ path: [field], message: `each slice is judged: ${threshold} must be one of the overNs of its slices` }];
}
