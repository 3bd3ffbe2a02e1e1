import { THIN_SPACE, tooLittleWords } from "@crosspoint/domain";
import { measureOf, percentText } from "../../../charts/prepare/measure.ts";
import { isoTime } from "../../../ui/relative-time.ts";
import type { Trend } from "./trend.ts";

export type Tone = "good" | "watch" | "none";

/** What is to be said, and how much it matters. */
export interface Said {
  readonly tone: Tone;
  readonly text: string;
  /** What it is based on; nothing where there is too little. */
  readonly basis?: string;
}

type Found = Extract<Trend["changes"], { kind: "changed" | "unchanged" }>["changes"][number];

/** "−10.2 % (−11.0 to −9.4 %), slower". */
export function changeText({ percent, percentInterval }: Found, higherIsBetter: boolean): string {
  if (percent === undefined) return "from 0";
  const own = percentText(percent).text;
  const within =
    percentInterval === undefined
      ? ""
      : ` (${percentText(percentInterval.low).value} to ${percentText(percentInterval.high).text})`;
  return `${own}${within}, ${percent > 0 === higherIsBetter ? "faster" : "slower"}`;
}

/** Whether the level of the runs changed: each change with its interval, else noise, else that there are too few. */
export function changesSaid({ changes, runs, better }: Trend): Said[] {
  if (changes.kind === "tooLittle") {
    const { has, needs } = changes;
    return [{ tone: "none", text: `Too few runs to tell a change from noise: ${has} of ${needs}.` }];
  }
  const { criterion, runs: count } = changes.basis;
  const basis = `${count} runs, ${criterion.runsMin} or more a level, p below ${criterion.pMax}, interval of 99${THIN_SPACE}%`;
  if (changes.kind === "unchanged") {
    return [{ tone: "good", text: `No change: the ${count} runs differ by noise.`, basis }];
  }
  return changes.changes.map((change) => {
    const at = runs[change.index]?.at;
    const text = changeText(change, better === "higher");
    const when = at === undefined ? "" : `From ${isoTime(at)} on: `;
    return { tone: text.endsWith("slower") ? "watch" : "none", text: `${when}${text}.`, basis };
  });
}

/** Which of the plan's runs are not shown: those without the figure, and older ones than are read. */
export function unshownSaid({ chosen, runs, without }: Pick<Trend, "chosen" | "runs" | "without">): Said[] {
  const read = runs.length + without;
  const all = chosen?.plan.runs ?? read;
  return [
    ...(without === 0 ? [] : [`${without === 1 ? "1 run lacks" : `${without} runs lack`} this figure.`]),
    ...(all > read ? [`The newest ${read} of ${all} runs are looked at.`] : []),
  ].map((text) => ({ tone: "none", text }));
}

/** How the drive stands among those of its model. */
export function kindSaid({ kind, model, metric }: Trend): Said {
  if (kind.kind === "tooLittle") {
    if (kind.of !== "drives") return { tone: "none", text: tooFewWords(kind) };
    const text = `Too few drives of this model (${model}) to say what is usual: ${kind.has} of ${kind.needs} have this figure.`;
    return { tone: "none", text };
  }
  const { basis, differencePercent, median, score } = kind;
  const against = `${percentText(differencePercent).text} against the median of ${basis.drives} drives of its model, ${measureOf(metric, [median]).quantity(median).text}`;
  const odd = `odd beyond ${basis.score} and ${basis.negligiblePercent}${THIN_SPACE}%`;
  const scored = score === null ? "all others are equal" : `modified z-score ${score.toFixed(1).replace("-", "−")}`;
  return {
    tone: kind.kind === "slowForItsKind" ? "watch" : "good",
    text: `${kindWords[kind.kind]}: ${against}.`,
    basis: `the newest run of each drive, ${scored}, ${odd}`,
  };
}

const kindWords = {
  slowForItsKind: "Slow for its kind",
  usual: "Usual for its kind",
  fastForItsKind: "Fast for its kind",
} as const;

function tooFewWords(little: Extract<Trend["kind"], { kind: "tooLittle" }>): string {
  if (little.of === "runs") return "No run has this figure.";
  return tooLittleWords(little);
}
