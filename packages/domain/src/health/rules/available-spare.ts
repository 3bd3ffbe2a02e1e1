import { formatPercent } from "../../units/units.ts";
import type { HealthRule } from "../rule.ts";

/** Strictly below, so that a threshold of 0 % (Optane) never fires. */
export const availableSpare: HealthRule = {
  kind: "health",
  id: "availableSpare",
  judge: ({ sample }) => {
    if (sample === undefined || sample.availableSparePercent >= sample.availableSpareThresholdPercent) return undefined;
    const { availableSparePercent: value, availableSpareThresholdPercent: threshold } = sample;
    return { severity: "replace", value, threshold, unit: "percent" };
  },
  text: ({ value = 0, threshold = 0 }) =>
    `Available spare is ${formatPercent(Number(value)).text}, below the drive's threshold of ${formatPercent(Number(threshold)).text}.`,
};
