/** The steps of a plan in words: a numbered list, and within it those of each body. */
import {
  type Criterion,
  type DatabaseStep,
  databaseScale,
  type EachStep,
  type FillStep,
  formatBlockSize,
  formatCount,
  formatDuration,
  formatLatency,
  type PlanStep,
  type RatedFiguresStep,
  type RoundsStep,
  type SearchStep,
  type Stream,
  type StreamsStep,
  type SweepStep,
} from "@crosspoint/domain";
import { depthWords, list, mixWords, sizeWords, valuesOf } from "./axis-words.ts";

/** Lines of Markdown. */
export function describeSteps(steps: readonly PlanStep[], indent = ""): string[] {
  return steps.flatMap((step, index) => {
    const mark = `${index + 1}. `;
    const within = indent + " ".repeat(mark.length);
    const streams = step.kind === "streams" ? step.streams.map((stream) => `${within}- ${streamWords(stream)}`) : [];
    const body = "steps" in step ? describeSteps(step.steps, within) : [];
    return [indent + mark + describeStep(step), ...streams, ...body];
  });
}

const purges = {
  format: "an NVMe Format",
  sanitizeBlock: "an NVMe Sanitize (block erase)",
  sanitizeCrypto: "an NVMe Sanitize (crypto erase)",
  sanitizeOverwrite: "an NVMe Sanitize (overwrite)",
  discard: "deallocating every block",
};
const settings = { powerState: "power state", powerGovernor: "power governor value", scheduler: "I/O scheduler" };

function describeStep(step: PlanStep): string {
  switch (step.kind) {
    case "purge":
      return `**Purge** the drive by ${purges[step.method]}.`;
    case "set":
      return `**Set** ${list(Object.keys(settings).flatMap((name) => setWords(step, name as keyof typeof settings)))}.`;
    case "fill":
      return describeFill(step);
    case "sweep":
      return describeSweep(step);
    case "streams":
      return describeStreams(step);
    case "rounds":
      return describeRounds(step);
    case "each":
      return describeEach(step);
    case "search":
      return describeSearch(step);
    case "selfTest":
      return `**Self-test**: the drive tests itself (${step.test}); a drive without one skips it.`;
    case "idle":
      return `**Idle** for ${seconds(step.seconds)}.`;
    case "database":
      return describeDatabase(step);
    case "ratedFigures":
      return describeRated(step);
  }
}

const transactions = {
  tpcbLike: "pgbench's TPC-B-like transactions",
  selectOnly: "pgbench's transactions of one read (select only)",
};

function describeDatabase({ benchmark, sizeGib, clients, rampSeconds = 0, durationSeconds }: DatabaseStep): string {
  const ramp = rampSeconds === 0 ? "" : `${seconds(rampSeconds)} warm-up (excluded), then `;
  const database = `a PostgreSQL database of ${sizeGib}\u2009GiB (scale ${formatCount(databaseScale(sizeGib))})`;
  return (
    `**Database**: ${transactions[benchmark]} on ${database} with ${list(valuesOf(clients).map(String))} clients; ` +
    `${ramp}${seconds(durationSeconds)} each.`
  );
}

function setWords(step: Extract<PlanStep, { kind: "set" }>, name: keyof typeof settings): string[] {
  return step[name] === undefined ? [] : [`${settings[name]} ${step[name]}`];
}

const seconds = (value: number) => formatDuration(value * 1000);
const times = (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : `${formatCount(count)} times`);

function describeFill({ method, blockBytes, fills = 1, queueDepth = 32, threads, ...step }: FillStep): string {
  const { overProvisioningPercent, spanPercent = 100 } = step;
  const target = spanPercent === 100 ? "the drive" : `the first ${spanPercent} % of the drive`;
  const load = `in ${formatBlockSize(blockBytes).text} blocks at ${depthWords({ queueDepth, threads })}`;
  const readBack = step.data === "verified" ? " Its data are verified: all of it is read back" : "";
  if (method !== "sprandom") {
    return `**Fill**: write ${target} ${times(fills)} over, ${method} ${load}.${readBack && `${readBack}.`}`;
  }
  return `**Fill** by SPRandom: write ${target} once ${load}, assuming ${overProvisioningPercent} % over-provisioning.`;
}

function describeSweep(step: SweepStep): string {
  const engines = step.engine === undefined ? [] : [`engine ${list(valuesOf(step.engine))}`];
  return `**Measure** ${[loadWords(step), ...engines].join(", ")}; ${endingWords(step)}.`;
}

function loadWords(load: SweepStep | Stream): string {
  const { alignBytes, data, distribution, spanPercent } = load;
  return [
    `${sizeWords(load)} ${list(valuesOf(load.pattern))} ${mixWords(load.readPercent)}`,
    depthWords(load),
    ...valuesOf(alignBytes ?? []).flatMap((unit) =>
      unit === "block" ? [] : [`aligned to ${formatBlockSize(unit).text}`],
    ),
    ...(distribution === undefined ? [] : [`distribution ${list(valuesOf(distribution))}`]),
    ...(data === undefined ? [] : [`${list(valuesOf(data))} data`]),
    ...(spanPercent === undefined || spanPercent === 100 ? [] : [`first ${spanPercent} % of the drive`]),
  ].join(", ");
}

function endingWords({ rampSeconds = 0, durationSeconds, fills, bytes, steadyState, slices }: SweepStep): string {
  const ramp = rampSeconds === 0 ? "" : `${seconds(rampSeconds)} warm-up (excluded), then `;
  const limit = durationSeconds === undefined ? "" : `, ${seconds(durationSeconds)} at most`;
  const sliced = slices === undefined ? "" : `, judged in slices of ${seconds(slices.seconds)}`;
  if (steadyState !== undefined)
    return `${ramp}rounds of ${seconds(steadyState.roundSeconds)} until steady state${sliced}`;
  if (fills !== undefined) return `${ramp}until the drive is written ${times(fills)}${limit}${sliced}`;
  if (bytes !== undefined) return `${ramp}until ${bytes} are moved${limit}${sliced}`;
  return `${ramp}${seconds(durationSeconds ?? 0)} a point${sliced}`;
}

function describeStreams({ rampSeconds, durationSeconds, slices, streams }: StreamsStep): string {
  const timing = endingWords({
    kind: "sweep",
    pattern: "random",
    readPercent: 0,
    rampSeconds,
    durationSeconds,
    slices,
  });
  return `**Measure** ${streams.length} streams together; ${timing.replace(" a point", "")}:`;
}

function streamWords(stream: Stream): string {
  return `\`${stream.name}\`: ${loadWords(stream)}`;
}

function describeRated({ figures, rampSeconds = 0, durationSeconds, ...step }: RatedFiguresStep): string {
  const { sequentialFills = 1, randomFills = 2 } = step;
  const ramp = rampSeconds === 0 ? "" : `${seconds(rampSeconds)} warm-up (excluded), then `;
  const what = figures === "reads" ? "rated figure of reads" : "rated figure";
  const fills = figures === "reads" ? "" : fillsOfRated(sequentialFills, randomFills);
  return `**Measure** every ${what} of the drive's model; ${ramp}${seconds(durationSeconds)} a point.${fills}`;
}

function fillsOfRated(sequential: number, random: number): string {
  const first = sequential === 0 ? [] : [`before the first, write the drive sequentially ${times(sequential)}`];
  const then = random === 0 ? [] : [`before random writes, at random ${times(random)}`];
  const words = [...first, ...then].join("; ");
  return words === "" ? "" : ` ${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const metrics = { iops: "IOPS", bandwidth: "throughput", meanLatency: "mean latency" };

function describeRounds({ roundsMax, until }: RoundsStep): string {
  if (until === undefined) return `**Repeat** ${times(roundsMax)}:`;
  const tracked = until.tracked.map(({ metric, blockBytes, readPercent }) => {
    const size = blockBytes === undefined ? [] : [formatBlockSize(blockBytes).text];
    const mix = readPercent === undefined ? [] : [mixWords(readPercent)];
    return [metrics[metric], "of the", ...size, ...mix].join(" ");
  });
  const { windowRounds, excursionPercent, slopePercent } = until;
  return `**Repeat**, ${roundsMax} rounds at most, until over ${windowRounds} rounds the ${list(tracked)} stay within ${excursionPercent} % of their average and their slope within ${slopePercent} %:`;
}

function describeEach({ setting, values }: EachStep): string {
  const which = values === "offered" ? "that the drive offers" : values.join(", ");
  return `**For each** ${settings[setting]} ${which}, which is put back afterwards:`;
}

function describeSearch({ raise, from, to, resolution, confirmSeconds, criteria }: SearchStep): string {
  const what =
    raise === "rate" ? "the rates, as a multiple," : raise === "queueDepth" ? "the queue depth" : "the threads";
  const confirm = confirmSeconds === undefined ? "" : `, which is then confirmed for ${seconds(confirmSeconds)}`;
  const held = list(criteria.map(criterionWords));
  return `**Search**: raise ${what} from ${from} to ${to}, doubling and then bisecting to ${resolution}, for the highest at which ${held}${confirm}:`;
}

function criterionWords({ stream, direction, ...criterion }: Criterion): string {
  const load = `${stream === undefined ? "" : `\`${stream}\` `}${direction}s`;
  const { overNs, percentBelow, percentile, belowNs, ratePercentAtLeast } = criterion;
  if (overNs !== undefined)
    return `fewer than ${percentBelow} % of the ${load} take over ${formatLatency(overNs).text}`;
  if (belowNs !== undefined) return `p${percentile} of the ${load} is below ${formatLatency(belowNs).text}`;
  return `at least ${ratePercentAtLeast} % of the ${load} offered complete`;
}
