import { THIN_SPACE } from "../../units/units.ts";
import type { PerformanceRule } from "../rule.ts";

const MS_PER_HOUR = 3_600_000;

export const backgroundRefresh: PerformanceRule = {
  id: "backgroundRefresh",
  judge: ({ refresh }) => {
    if (refresh?.poweredOnBeforeMs === undefined) return undefined;
    const { hoursAfterPowerOn, poweredOnAfterMs, poweredOnBeforeMs, nowMs } = refresh;
    const endsMs = poweredOnBeforeMs + hoursAfterPowerOn * MS_PER_HOUR;
    if (nowMs >= endsMs) return undefined;
    const isCertain = poweredOnAfterMs !== undefined && nowMs < poweredOnAfterMs + hoursAfterPowerOn * MS_PER_HOUR;
    const minutes = Math.ceil((endsMs - nowMs) / 60_000);
    return {
      text: `The drive ${isCertain ? "was" : "may have been"} powered on less than ${hoursAfterPowerOn}${THIN_SPACE}h ago; this model runs a background data refresh then.`,
      cost: "Latency is higher and less consistent until it ends; a benchmark now is not representative.",
      remedy: `Wait up to ${minutes}${THIN_SPACE}min before measuring.`,
    };
  },
};
