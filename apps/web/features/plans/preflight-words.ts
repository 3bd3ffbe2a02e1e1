import { formatBytes, formatDuration, formatPercent, formatThroughput } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";

type Preflight = Outputs["run"]["preflight"];
type Basis = NonNullable<Preflight["durationBasis"]>;

const basisWords: Record<Basis, string> = {
  ownRuns: "estimated from its own last runs",
  rated: "estimated from its rated speeds",
  both: "estimated from its own last runs and its rated speeds",
};

type Duration = Pick<
  Preflight,
  "durationMs" | "durationLeastMs" | "durationIsUpperBound" | "durationIsLimit" | "durationBasis" | "hasPurge"
>;

/** "22 min to 1 h 14 min, estimated from its rated speeds". */
export function durationWords(preflight: Duration): string {
  const { durationBasis, hasPurge } = preflight;
  const parts = [
    timeWords(preflight),
    ...(durationBasis === undefined || preflight.durationIsLimit ? [] : [basisWords[durationBasis]]),
  ];
  return hasPurge ? `${parts.join(", ")}, and the time of its purge` : parts.join(", ");
}

function timeWords({ durationMs, durationLeastMs, durationIsUpperBound, durationIsLimit }: Duration): string {
  const [least, most] = [formatDuration(durationLeastMs), formatDuration(durationMs)];
  if (durationIsLimit) return `${least} to at most ${most} (the limit of its fills; how slowly it writes is unknown)`;
  return !durationIsUpperBound || least === most ? most : `${least} to ${most}`;
}

/** What is written, as it is expected, and the most that it can be. */
export function bytesWords({ bytesWritten: written }: Pick<Preflight, "bytesWritten">): string {
  if (written.kind === "none") return "nothing";
  const { expected } = written;
  const estimate = expected && `${rangeWords(expected.least, expected.most)}${ofBasis(expected)}`;
  if (written.kind === "unknown") {
    const time = formatDuration(written.writingSeconds * 1000);
    return estimate ?? `as much as the target takes in ${time}; its link speed is unknown`;
  }
  const { bytes, bytesLeast, linkBytesPerSecond } = written;
  if (bytes === bytesLeast || (expected && bytes <= expected.most)) return estimate ?? formatBytes(bytes).text;
  const bound = `at most ${formatBytes(bytes).text}, the limit of its PCIe link in that time (${formatThroughput(linkBytesPerSecond).text})`;
  return estimate === undefined ? bound : `${estimate}; ${bound}`;
}

function ofBasis({ basis }: { basis?: Basis | undefined }): string {
  return basis === undefined ? "" : `, ${basisWords[basis]}`;
}

function rangeWords(least: number, most: number): string {
  const [from, to] = [formatBytes(least).text, formatBytes(most).text];
  if (from === to) return to;
  return least === 0 ? `up to ${to}` : `${from} to ${to}`;
}

/** How much of what may ever be written to the drive, or to the drives of a volume; undefined where nothing is. */
export function enduranceWords({
  bytesWritten: written,
  endurance,
  targetKind,
}: Pick<Preflight, "bytesWritten" | "endurance" | "targetKind">): string | undefined {
  if (written.kind === "none" || targetKind === "scratchFile") return undefined;
  const isVolume = targetKind === "volume";
  if (endurance === undefined) {
    return isVolume
      ? "unknown: only for RAID 0 and RAID 1 of rated drives is it known how much of it each takes"
      : "unknown: the catalog has no endurance rating of this model";
  }
  const [least, most] = writtenRange(written);
  const total = formatBytes(endurance.bytes).text;
  const rating = isVolume ? `the ${total} for which its drives are rated together` : `its rated ${total}`;
  const by = basisOfRating[endurance.basis];
  if (most === undefined) return `unknown share of ${rating}${by}`;
  const [from, to] = [least, most].map((bytes) => shareWords((bytes / endurance.bytes) * 100));
  const share = from === to ? to : least === 0 ? `up to ${to}` : `${from} to ${to}`;
  return `${share} of ${rating}${by}`;
}

const basisOfRating = {
  totalBytesWritten: "",
  driveWritesPerDay: " (drive writes per day over its warranty)",
  mixed: " (of some drives, by drive writes per day over their warranty)",
};

function writtenRange(written: Exclude<Preflight["bytesWritten"], { kind: "none" }>): [number, number | undefined] {
  if (written.expected) return [written.expected.least, written.expected.most];
  return [written.bytesLeast, written.kind === "atMost" ? written.bytes : undefined];
}

function shareWords(percent: number): string {
  if (percent > 0 && percent < 0.001) return `less than ${formatPercent(0.001).text}`;
  return formatPercent(Number(percent.toPrecision(2))).text;
}
