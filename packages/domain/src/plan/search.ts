import type { SearchStep, Stream, StreamsStep, SweepStep } from "./steps.ts";

/** How often a search tries its answer again. */
export const confirmationsMax = 4;

type Interval = Pick<SearchStep, "from" | "to" | "resolution">;

/** The values that a search tries if none fails: from, twice that, and so on to the last. */
export function doublingValues(interval: Interval): number[] {
  return doublingSteps(interval).map((step) => valueAt(interval, step));
}

/** How often a search measures its body at most: where it fails last, and halves what is between. */
export function searchMeasurementsMax(search: Interval & Pick<SearchStep, "confirmSeconds">): number {
  const doubled = doublingSteps(search);
  const trials = doubled.map((step, index) => {
    const gap = step - (doubled[index - 1] ?? step);
    return index + 1 + Math.ceil(Math.log2(Math.max(gap, 1)));
  });
  return Math.max(...trials) + (search.confirmSeconds === undefined ? 0 : confirmationsMax);
}

/** Counted in resolutions above `from`, so that a value is never off by what doubling a fraction adds up to. */
function doublingSteps({ from, to, resolution }: Interval): number[] {
  const last = Math.round((to - from) / resolution);
  const offset = Math.floor(from / resolution + 1e-9);
  const steps = [0];
  for (let step = 0; step < last; steps.push(step)) step = Math.min(last, Math.max(step + 1, offset + 2 * step));
  return steps;
}

function valueAt({ from, resolution }: Interval, step: number): number {
  return toMillionths(from + step * resolution);
}

function toMillionths(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The body of a search at a value. */
export function raiseBody(body: StreamsStep | SweepStep, raise: SearchStep["raise"], value: number) {
  if (body.kind === "sweep") return { ...body, ...raisedOf(body, raise, value) };
  const streams = body.streams.map((stream): Stream => ({ ...stream, ...raisedOf(stream, raise, value) }));
  return { ...body, streams };
}

function raisedOf({ ratePerSecond }: SweepStep | Stream, raise: SearchStep["raise"], value: number) {
  if (raise !== "rate") return { [raise]: value };
  const [rate] = [ratePerSecond ?? []].flat() as number[];
  return rate === undefined ? {} : { ratePerSecond: toMillionths(rate * value) };
}

/** The body once more, for another time. */
export function confirmBody(body: StreamsStep | SweepStep, durationSeconds: number): StreamsStep | SweepStep {
  if (body.kind === "streams") return { ...body, durationSeconds };
  return { ...body, durationSeconds, fills: undefined, bytes: undefined, steadyState: undefined };
}
