import type { CriticalWarningName } from "../smart/smart.ts";

/** Names of the rules that make conditions; stable, since acknowledgements refer to them. */
export type HealthRuleId =
  | `criticalWarning.${CriticalWarningName}`
  | "availableSpare"
  | "percentageUsed"
  | "writeProtect"
  | "mediaErrors"
  | "warningTemperature"
  | "criticalTemperature"
  | "noSample"
  | "notResponding"
  | "hostNotReporting"
  | "missing";

/** Names of the rules that find what costs a drive performance; stable, since people refer to them. */
export type PerformanceRuleId =
  | "linkBelowBest"
  | "remoteNumaNode"
  | "sharedQueues"
  | "scheduler"
  | "governor"
  | "smallBlocks"
  | "backgroundRefresh"
  | "thermalThrottling"
  | "nearWriteProtect";
