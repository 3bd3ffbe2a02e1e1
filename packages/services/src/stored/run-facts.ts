import { errorLogEntry, selfTestResult, smartLog, vendorLog } from "@crosspoint/protocol";
import { z } from "zod";

/*
 * The JSON columns of what an agent tells of a run's drive, each with its one reader.
 */

export function readCountedLog(column: unknown): z.infer<typeof smartLog> | undefined {
  return smartLog.nullable().parse(column) ?? undefined;
}

export function readErrorLog(column: unknown): z.infer<typeof errorLogEntry>[] {
  return z.array(errorLogEntry).parse(column);
}

export function readVendorLogs(column: unknown): z.infer<typeof vendorLog>[] {
  return z.array(vendorLog).parse(column);
}

export function readSelfTestResult(column: unknown): z.infer<typeof selfTestResult> | undefined {
  return selfTestResult.nullable().parse(column) ?? undefined;
}
