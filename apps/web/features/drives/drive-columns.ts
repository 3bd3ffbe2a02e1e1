import type { Outputs } from "@/api/client";
import type { DriveSort } from "./drive-filter";

export type DriveEntry = Outputs["drive"]["list"]["drives"][number];

/** Columns share one template, so that the head stands over its values; the list of a narrow window has none. */
export const columnTemplate =
  "grid-cols-[8.5rem_minmax(12rem,1.6fr)_minmax(11rem,1.2fr)_minmax(11rem,1.4fr)_5.5rem_6rem_4.5rem_7rem_6rem_6.5rem_8rem]";

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
