import { formatPercent, formatTemperature, RATED_PERCENT } from "@crosspoint/domain";

/** Limits of a drive's own, as far as it or the catalog tells them. */
export interface DriveLimits {
  /** WCTEMP and CCTEMP of Identify Controller; zero means not reported. */
  readonly warningKelvin: number | undefined;
  readonly criticalKelvin: number | undefined;
  /** Percentage used at which the model limits its writes. */
  readonly writeLimitPercent: number | undefined;
  /** Available spare threshold. */
  readonly sparePercent: number | undefined;
}

interface Limit {
  readonly value: number;
  readonly label: string;
  readonly color?: string;
}

export function temperatureLimits({ warningKelvin = 0, criticalKelvin = 0 }: DriveLimits): Limit[] {
  const limits = [
    { value: warningKelvin, name: "Warning", color: "var(--watch)" },
    { value: criticalKelvin, name: "Critical", color: "var(--failed)" },
  ];
  return limits.flatMap(({ value, name, color }) =>
    value > 0 ? [{ value, label: `${name} ${formatTemperature(value).text}`, color }] : [],
  );
}

/** So near to its end the limit is drawn: further away it would leave nothing of how the figure went. */
const nearShare = 0.6;

export function usedLimits({ writeLimitPercent }: DriveLimits, values: readonly number[]): Limit[] {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  const limits = [
    { value: RATED_PERCENT, label: `End of rating ${formatPercent(RATED_PERCENT).text}` },
    ...(writeLimitPercent === undefined
      ? []
      : [{ value: writeLimitPercent, label: `Write limit ${formatPercent(writeLimitPercent).text}` }]),
  ];
  return limits.filter(({ value }) => most >= value * nearShare);
}

export function spareLimits({ sparePercent }: DriveLimits): Limit[] {
  if (sparePercent === undefined) return [];
  return [{ value: sparePercent, label: `The drive's threshold ${formatPercent(sparePercent).text}` }];
}
