import type { Outputs } from "@/api/client";
import type { DriveSort } from "./drive-filter";

export type DriveEntry = Outputs["drive"]["list"]["drives"][number];

/**
 * Columns share one template, so that the head stands over its values. The widest verdict, a serial (20 characters at most)
 * and every figure stand there in full; the model's name and the host's share the rest, each with a line below it. A
 * window narrower than {@link listBelowPx} has no room for all of them: it has a list instead, which hides none.
 */
export const columnTemplate =
  "grid-cols-[1.25rem_7.75rem_minmax(12.75rem,1fr)_10.75rem_minmax(6.5rem,1fr)_4.75rem_5.5rem_3.5rem_4rem_5rem_5.25rem_5.75rem]";
export const listBelowPx = 1440;

export const columns: readonly { sort: DriveSort; name: string; number?: boolean }[] = [
  { sort: "verdict", name: "Verdict" },
  { sort: "model", name: "Model" },
  { sort: "serial", name: "Serial" },
  { sort: "host", name: "Host" },
  { sort: "capacity", name: "Capacity", number: true },
  { sort: "firmware", name: "Firmware" },
  { sort: "temperature", name: "Temp.", number: true },
  { sort: "percentageUsed", name: "Used", number: true },
  { sort: "written", name: "Written", number: true },
  { sort: "powerOn", name: "Power-on", number: true },
  { sort: "lastSample", name: "Last sample", number: true },
];
