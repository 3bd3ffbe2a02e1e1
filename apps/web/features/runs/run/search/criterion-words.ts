import { type Criterion, formatLatency, formatPercent, THIN_SPACE } from "@crosspoint/domain";
import { sentenceCase } from "../../../../ui/sentence-case";
import { percentBeside } from "../percent-beside";
import type { CriterionReading } from "./criteria";

/** "Reads over 1 ms": what a criterion is about, for the head of a column. */
export function criterionName({ stream, direction, overNs, percentile }: Criterion): string {
  const whose = stream === undefined || stream === `${direction}s` ? `${direction}s` : `${streamWords(stream)}`;
  if (overNs !== undefined) return sentenceCase(`${whose} over ${formatLatency(overNs).text}`);
  if (percentile !== undefined) return sentenceCase(`p${percentile} of ${whose}`);
  return sentenceCase(`${whose} completed`);
}

/** "largeReads" is "large reads". */
function streamWords(stream: string): string {
  return stream
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
}

/** "< 5 %": the limit. */
export function limitWords({ percentBelow, belowNs, ratePercentAtLeast }: Criterion): string {
  if (percentBelow !== undefined) return `<${THIN_SPACE}${formatPercent(percentBelow).text}`;
  if (belowNs !== undefined) return `<${THIN_SPACE}${formatLatency(belowNs).text}`;
  return `≥${THIN_SPACE}${formatPercent(ratePercentAtLeast ?? 0).text}`;
}

/** A figure of a criterion with its unit; never rounded across its limit. */
export function figureWords(criterion: Criterion, value: number): string {
  if (criterion.belowNs !== undefined) return formatLatency(value).text;
  return percentBeside(value, criterion.percentBelow ?? criterion.ratePercentAtLeast ?? 0);
}

/** "Reads over 1 ms: 6.2 %, allowed < 5 %". */
export function failureWords({ criterion, worst, reason }: CriterionReading): string {
  const found = worst === undefined ? (reason ?? "not known") : figureWords(criterion, worst.value);
  return `${criterionName(criterion)}: ${found} (limit ${limitWords(criterion)})`;
}
