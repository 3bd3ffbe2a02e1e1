import { protocolLimits } from "../limits.ts";
import { bytesUpTo, choice, decimal, notation, quoted, whole } from "./field.ts";

/** How operations reach the target: `io_uring`, `passthrough`, `sync` or `null`, with `+poll` and `+sqpoll`. */
export const engine = notation(/^(io_uring|passthrough|sync|null)(\+poll)?(\+sqpoll)?$/, (text) => {
  const [kind = "", ...options] = text.split("+");
  if (!["io_uring", "passthrough", "sync", "null"].includes(kind)) {
    return "expected io_uring, passthrough, sync or null, with +poll or +sqpoll";
  }
  const known = options.every((option) => option === "poll" || option === "sqpoll");
  if (!known || new Set(options).size < options.length) return "behind an engine stand +poll and +sqpoll, each once";
  if (kind === "null" && options.length > 0) return "the null engine has nothing to poll";
  if (kind === "sync" && options.includes("sqpoll")) {
    return "preadv2 has no submission queue that a thread of the kernel could poll";
  }
  return undefined;
});

export const pattern = choice(["random", "sequential"]);

/** Which places of the span are used how often: `uniform`, `zipf:1.1`, `hotspot:90/10`. */
export const distribution = notation(
  /^(uniform|zipf:(0|[1-9]\d?)(\.\d{0,2}[1-9])?|hotspot:[1-9]\d?\/[1-9]\d?)$/,
  (text) => {
    const not = (reason: string) => `${quoted(text)} is not a distribution: ${reason}`;
    const [name, parameter] = halves(text, ":");
    if (name === "zipf" && parameter !== undefined) {
      const inRange = /^\d+(\.\d{1,3})?$/.test(parameter) && Number(parameter) >= 0.001 && Number(parameter) <= 10;
      if (inRange) return undefined;
      return not("the exponent of zipf is 0.001 to 10 with at most three digits behind the point, such as zipf:1.1");
    }
    if (name === "hotspot" && parameter !== undefined) {
      if (/^0*[1-9]\d?\/0*[1-9]\d?$/.test(parameter)) return undefined;
      return not(
        "hotspot takes two percentages of 1 to 99, such as hotspot:90/10 for 90 % of the accesses on 10 % of the span",
      );
    }
    return text === "uniform" ? undefined : not("expected uniform, zipf:1.1 or hotspot:90/10");
  },
);

/** What is written: `incompressible`, `compressible:2`, `verified`. */
export const data = notation(/^(incompressible|verified|compressible:[1-9]\d{0,2}(\.\d{0,14}[1-9])?)$/, (text) => {
  const not = (reason: string) => `${quoted(text)} is not a kind of data: ${reason}`;
  const [name, ratio] = halves(text, ":");
  if (name === "compressible" && ratio !== undefined) {
    const inRange = /^\d+(\.\d+)?$/.test(ratio) && Number(ratio) >= 1 && Number(ratio) <= 100;
    return inRange ? undefined : not("the ratio is a number from 1 to 100, such as compressible:2");
  }
  if (text === "incompressible" || text === "verified") return undefined;
  return not("expected incompressible, compressible:RATIO or verified");
});

/** A text before and behind a mark. */
function halves(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

export const blockBytes = bytesUpTo(protocolLimits.blockBytes);
export const readPercent = whole(0, 100);
export const queueDepth = whole(1, protocolLimits.queueDepthPerThread);
export const threads = whole(1, protocolLimits.threadsPerPoint);
export const totalDepth = whole(1, protocolLimits.queueDepthPerThread * protocolLimits.threadsPerPoint);
/** Operations per second of all threads together. */
export const ratePerSecond = decimal(0.001, 1_000_000_000);
export const pace = choice(["fixed", "poisson"]);
/** Share of the target that is used, from its start. */
export const spanPercent = whole(1, 100);
export const rampSeconds = whole(0, protocolLimits.pointSeconds);
export const durationSeconds = whole(1, protocolLimits.pointSeconds);
/** Less of a span is no fill of it. */
export const fillsLeast = 0.001;
/** How many times a point goes through its span. */
export const fills = decimal(fillsLeast, 1000);

const bytesMax = 2n ** 64n - 1n;
/** How many bytes a point moves, as a decimal text: JSON's numbers are exact only to 2^53. */
export const bytes = notation(/^[1-9]\d{0,19}$/, (text) => {
  const not = (reason: string) => `${quoted(text)} is not a size: ${reason}`;
  if (!/^\d+$/.test(text)) return not("expected a whole number of bytes");
  if (BigInt(text.slice(0, 40)) > bytesMax) return not("it is too large");
  return BigInt(text) === 0n ? `0 bytes are out of range: it may be 1 to ${bytesMax}` : undefined;
});

/** Latencies that a histogram holds: up to ten minutes. */
export const latencyNs = whole(1, 600_000_000_000);
