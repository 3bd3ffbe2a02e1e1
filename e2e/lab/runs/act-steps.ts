import { findPlan } from "@crosspoint/catalog";
import { shortenPlan, shortForm } from "@crosspoint/domain";
import type { BenchmarkPlan } from "@crosspoint/protocol";

type Step = BenchmarkPlan["steps"][number];
type Kind<K extends Step["kind"]> = Extract<Step, { kind: K }>;

/** ACT's three streams at rates that the emulation of a busy machine serves: 100 operations a second for each multiple. */
const RATES: Readonly<Record<string, number>> = { reads: 60, largeReads: 20, largeWrites: 20 };
export const RATE_PER_MULTIPLE = Object.values(RATES).reduce((sum, rate) => sum + rate);
/**
 * The emulation of a busy machine pauses, for 0.1 s as seen so far. So ACT's 1, 2, 8 and 64 ms are longer here, and so are its
 * drives' delays: a load beyond a limit falls behind by a fifth of each second at the least, and is 3 s late at the end.
 */
const LATENCIES_NS: Readonly<Record<number, number>> = {
  1000000: 500e6,
  2000000: 750e6,
  8000000: 1000e6,
  64000000: 2000e6,
};
/** The plan's five minutes, which are one slice, and its confirmation, which is two of them. */
const TRIAL_SECONDS = 15;

/** The plan `act` at rates and limits that the lab can serve. */
export function actSteps(): Step[] {
  const plan = findPlan("act");
  if (plan === undefined) throw new Error("There is no plan act.");
  return plan.document.steps.map((step) =>
    step.kind === "search" ? scaledSearch(step) : (shortenPlan([step], shortForm(1))[0] as Step),
  );
}

function scaledSearch(search: Kind<"search">): Step {
  const [body] = search.steps;
  if (body?.kind !== "streams") throw new Error("ACT searches over streams.");
  return {
    ...search,
    // The first that is far above the limit: a criterion that never fails ends here, and not in an hour.
    to: 8,
    confirmSeconds: 2 * TRIAL_SECONDS,
    criteria: search.criteria.map((criterion) =>
      criterion.overNs === undefined ? criterion : { ...criterion, overNs: scaled(criterion.overNs) },
    ),
    steps: [
      {
        ...body,
        rampSeconds: 1,
        durationSeconds: TRIAL_SECONDS,
        slices: { seconds: TRIAL_SECONDS, overNs: (body.slices?.overNs ?? []).map(scaled) },
        streams: body.streams.map((stream) => ({ ...stream, ratePerSecond: RATES[stream.name] })),
      },
    ],
  };
}

function scaled(latencyNs: number): number {
  const longer = LATENCIES_NS[latencyNs];
  if (longer === undefined) throw new Error(`ACT has another threshold: ${latencyNs} ns.`);
  return longer;
}
