import { formatCount, formatIops, formatThroughput } from "@crosspoint/domain";

/** What a source adds to a figure in words. */
interface Context {
  readonly rangeBytesPerSecond?: readonly [number, number] | undefined;
  readonly saturatesAtQueueDepth?: string | undefined;
  readonly startsAtBytesPerSecond?: number | undefined;
  readonly settlesAfterMinutes?: number | undefined;
  readonly meanIops?: number | undefined;
  readonly durationSeconds?: number | undefined;
  readonly baseline?: string | undefined;
}

/** "saturates at QD4-6", "from 750 MB/s at the start": what stands beside the figure in its source. */
export function contextWords(context: Context): string[] {
  const { rangeBytesPerSecond: range, startsAtBytesPerSecond: starts, meanIops: mean } = context;
  const { saturatesAtQueueDepth: depth, settlesAfterMinutes: minutes, durationSeconds: seconds, baseline } = context;
  return [
    ...(range === undefined ? [] : [`between ${megabytes(range[0])} and ${megabytes(range[1])}`]),
    ...(depth === undefined ? [] : [`saturates at ${depth.replace(/\d/, "QD$&")}`]),
    ...(starts === undefined ? [] : [`${megabytes(starts)} at the start`]),
    ...(minutes === undefined ? [] : [`settles after ${minutes} min`]),
    ...(mean === undefined ? [] : [`mean ${formatIops(mean).text}`]),
    ...(seconds === undefined ? [] : [`over ${formatCount(seconds)} s`]),
    ...(baseline === undefined ? [] : [`baseline ${baseline}`]),
  ];
}

function megabytes(bytesPerSecond: number): string {
  return formatThroughput(bytesPerSecond, "MB/s").text;
}
