import { formatBytes, formatCount, formatDuration } from "@crosspoint/domain";
import { pointCount } from "../../point-count";
import type { Expansion } from "./expansion";

/** "up to 3 h 45 min + purge + 2 drive fills"; with a drive's rated speeds a range of all of it but the purge. */
export function durationWords({ duration, fills, dependsOnModel }: Expansion, isForDrive: boolean): string {
  const { secondsLeast, secondsMost, hasPurge } = duration;
  const most = formatDuration(secondsMost * 1000);
  const isRange = formatDuration(secondsLeast * 1000) !== most;
  const time = isRange ? `${formatDuration(secondsLeast * 1000)} to ${most}` : most;
  const untimed = [
    ...(hasPurge ? ["purge"] : []),
    ...(fills > 0 && !isForDrive ? [fills === 1 ? "1 drive fill" : `${formatCount(fills)} drive fills`] : []),
  ];
  const others = dependsOnModel ? ["rated figures of the model"] : [];
  // What is only purged and filled has no time of its own.
  const isTimed = secondsMost > 0 || untimed.length + others.length === 0;
  return [...(isTimed ? [time] : []), ...untimed, ...others].join(" + ");
}

/** What its rated figures write is known when their drive is. */
export function writtenWords(expansion: Expansion): string {
  if (!expansion.dependsOnModel || expansion.written.kind === "none") return wordsOfSteps(expansion);
  const { written } = expansion;
  const others = written.kind === "atMost" ? written.bytes > 0 : written.writingSeconds + written.bytesLeast > 0;
  const rated = "what the model's rated figures write";
  return others ? `${wordsOfSteps(expansion)} + ${rated}` : rated;
}

function wordsOfSteps({ written, fills }: Expansion): string {
  switch (written.kind) {
    case "none":
      return "nothing";
    case "atMost":
      return written.bytesLeast > 0 && written.bytesLeast < written.bytes
        ? `${formatBytes(written.bytesLeast).text} to ${formatBytes(written.bytes).text}`
        : `up to ${formatBytes(written.bytes).text}`;
    case "unknown":
      return fills > 0
        ? `${fills === 1 ? "the drive once" : `${formatCount(fills)} × the drive`}, plus what it takes while points write`
        : "what the drive takes while points write";
  }
}

export function pointsWords({ points, pointsAreAtMost, dependsOnModel }: Expansion): string {
  if (dependsOnModel)
    return points === 0 ? "depends on the model" : `${formatCount(points)} + the model's rated figures`;
  return pointCount({ points, pointsAreAtMost });
}
