import { mean } from "../statistics.ts";

/** No block is longer than this share of the series: a few blocks are no sample. */
const BLOCK_SHARE_MAX = 1 / 3;
/** Lags at which the correlation must be small one after another before it counts as over. */
const QUIET_LAGS_MIN = 5;

/**
 * How many neighboring values hang together: the block length for a mean that suits the correlation of the series, by the
 * rule of Politis and White (Econometric Reviews 23, 2004; corrected by Patton, Politis and White, 28, 2009) for blocks of
 * one length. From 1 to a third of the series. Takes time of length^1.5 and linear memory.
 */
export function blockLengthFor(values: ArrayLike<number>): number {
  const length = values.length;
  const most = Math.max(1, Math.floor(Math.min(3 * Math.sqrt(length), length * BLOCK_SHARE_MAX)));
  const quietLags = Math.max(QUIET_LAGS_MIN, Math.ceil(Math.sqrt(Math.log10(Math.max(length, 10)))));
  const lagsMax = Math.min(length - 1, Math.ceil(Math.sqrt(length)) + quietLags);
  const covariances = autocovariances(values, lagsMax);
  const variance = covariances[0] ?? 0;
  if (!(variance > 0)) return 1;
  const bandwidth = Math.min(2 * lastLag(covariances, length, quietLags), lagsMax);
  let [spectrum, curvature] = [variance, 0];
  for (let lag = 1; lag <= bandwidth; lag += 1) {
    const weighted = 2 * flatTop(lag / bandwidth) * (covariances[lag] ?? 0);
    spectrum += weighted;
    curvature += lag * weighted;
  }
  // Neighbors that are opposites: drawn one by one they look, if anything, less sure than they are.
  if (!(curvature > 0)) return 1;
  if (!(spectrum > 0)) return most;
  const best = Math.cbrt((1.5 * length * curvature ** 2) / spectrum ** 2);
  return Math.min(most, Math.max(1, Math.ceil(best)));
}

/** The last lag before so many in a row are within the band of no correlation; at least 1. */
function lastLag(covariances: Float64Array, length: number, quietLags: number): number {
  const band = 2 * Math.sqrt(Math.log10(length) / length) * (covariances[0] ?? 0);
  let quiet = 0;
  for (let lag = 1; lag < covariances.length; lag += 1) {
    quiet = Math.abs(covariances[lag] ?? 0) < band ? quiet + 1 : 0;
    if (quiet === quietLags) return Math.max(lag - quietLags, 1);
  }
  return covariances.length - 1;
}

function autocovariances(values: ArrayLike<number>, lagsMax: number): Float64Array {
  const center = mean(values);
  const deviations = Float64Array.from(values, (value) => value - center);
  const covariances = new Float64Array(lagsMax + 1);
  for (let lag = 0; lag <= lagsMax; lag += 1) {
    let sum = 0;
    for (let index = lag; index < deviations.length; index += 1) {
      sum += (deviations[index] ?? 0) * (deviations[index - lag] ?? 0);
    }
    covariances[lag] = sum / deviations.length;
  }
  return covariances;
}

/** The trapezoid of Politis and Romano: 1 up to a half, then down to 0. */
function flatTop(share: number): number {
  return share <= 0.5 ? 1 : 2 * (1 - share);
}
