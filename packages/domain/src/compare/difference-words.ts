import type { Difference } from "../analysis/difference/verdict.ts";
import { METHODS } from "../analysis/methods.ts";
import type { Scarce, TooLittle } from "../analysis/result.ts";

/** What a difference is based on, in one line: "60 s against 60 s, drawn in blocks of 3 s; …". */
export function differenceBasis({ basis, method, confidence }: Extract<Difference, { kind: "difference" }>): string {
  const how = `${METHODS[method].name}, ${Math.round(100 * confidence)} % interval`;
  if (basis.kind === "repeats") return `${counted(basis.repeatsA, "run")} against ${basis.repeatsB}: ${how}.`;
  const { runsA, runsB, secondsA, secondsB, longestBlockSeconds, runToRunPercent } = basis;
  const runs = runsA + runsB > 2 ? ` of ${counted(runsA, "run")} and ${runsB}` : "";
  return `${secondsA} against ${secondsB} intervals${runs}, in blocks of up to ${longestBlockSeconds}; runs are assumed to spread by ${runToRunPercent} %: ${how}.`;
}

/** What there is too little of, in words; of a metric that is a mean of seconds, those could stand in for runs. */
export function tooLittleWords({ of, needs, has }: TooLittle, isMeanOfSeconds = false): string {
  if (of === "operations") return "A run of the baseline has no operations to relate to.";
  if (of === "repeats") {
    const runs = `${has} of ${needs} runs a side`;
    if (isMeanOfSeconds) return `${runs}, and one without seconds, which could stand in for them.`;
    return `${runs}: seconds cannot stand in for them in this metric.`;
  }
  return `Too few ${scarceWords[of] ?? of}: ${has} of ${needs}.`;
}

const scarceWords: Partial<Record<Scarce, string>> = {
  independentSeconds: "intervals that do not hang together",
  seconds: "intervals",
};

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
