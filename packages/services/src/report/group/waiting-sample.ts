import { identityText } from "@crosspoint/db/queries/lock-drives";
import { type SmartLogBytes, smartLogBytes } from "@crosspoint/db/queries/smart-log-bytes";
import type { AgentEventOf } from "@crosspoint/protocol";
import { trimIdentity } from "../../drive/rules/drive-identity.ts";
import type { JudgedLog } from "../../health/rules/drive-state.ts";

/** A sample that waits for its group: as much of it as is stored and judged. */
export interface WaitingSample extends JudgedLog {
  /** Its drive's, as `identityText` makes it. */
  readonly identity: string;
  /** By its host's count. */
  readonly sequence: number;
  /** By its host's clock. */
  readonly timeMs: number;
  /** Its whole log as it is stored. */
  readonly stored: SmartLogBytes;
}

/** What most events are: samples of an agent that counts them. */
export type CountedSample = AgentEventOf<"smart"> & { readonly sequence: number };

export function waitingSample({ drive, sequence, timeMs, log }: CountedSample): WaitingSample {
  return {
    identity: identityText(trimIdentity(drive)),
    sequence,
    timeMs,
    criticalWarning: log.criticalWarning,
    compositeTemperatureKelvin: log.compositeTemperatureKelvin,
    availableSparePercent: log.availableSparePercent,
    availableSpareThresholdPercent: log.availableSpareThresholdPercent,
    percentageUsed: log.percentageUsed,
    dataUnitsWritten: log.dataUnitsWritten,
    powerOnHours: log.powerOnHours,
    stored: smartLogBytes(log),
  };
}
