import { isAcknowledgeable } from "./acknowledged.ts";
import type { Condition } from "./condition.ts";
import type { HealthRuleId } from "./rule-ids.ts";

/** The one thing to do about a condition that is offered first. */
export type ConditionAct =
  /** Saying that it is known. */
  | "acknowledge"
  /** Looking at all of the drive, before anything is said of it. */
  | "openDrive"
  /** Measuring what it costs. */
  | "benchmark"
  /** Holding the drive to less power, so that it is cooler. */
  | "limitPower"
  /** Reading the notice on its firmware. */
  | "findFirmware"
  /** Saying that it is not expected any more. */
  | "retire"
  /** Looking at the host, which is where the reason is. */
  | "openHost";

const ACTS: Readonly<Partial<Record<HealthRuleId, ConditionAct>>> = {
  missing: "retire",
  hostNotReporting: "openHost",
  notResponding: "openHost",
  noSample: "openHost",
  healthLogUnread: "openHost",
  noRecentSample: "openHost",
  clockSkew: "openHost",
  agentOutdated: "openHost",
  failSlow: "benchmark",
  criticalTemperature: "limitPower",
  warningTemperature: "limitPower",
  criticalTemperatureTime: "limitPower",
  temperatureTime: "limitPower",
  thermalThrottle: "limitPower",
  firmwareKnownBad: "findFirmware",
  powerOnHoursBug: "findFirmware",
};

/**
 * Undefined where nothing can be done from here. Acknowledging takes a condition out of the verdict, so it is never the first
 * thing offered about a drive that is to be replaced or has failed.
 */
export function actOn({ rule, severity }: Pick<Condition, "rule" | "severity">): ConditionAct | undefined {
  const act = ACTS[rule];
  if (act !== undefined || !isAcknowledgeable(severity)) return act;
  return severity === "watch" ? "acknowledge" : "openDrive";
}
