import type { Outputs } from "@/api/client";
import type { DriveSort } from "./drive-filter";

export type DriveEntry = Outputs["drive"]["list"]["drives"][number];

/**
 * Columns share one template, so that the head stands over its values. Firmware and power-on appear where there is room;
 * a window narrower than {@link listBelowPx} has a list instead.
 */
export const columnTemplate = [
  "grid-cols-[8.25rem_minmax(8rem,1.8fr)_minmax(9.5rem,1fr)_minmax(8rem,1.2fr)_5rem_3.75rem_6.75rem_5.5rem_7.75rem]",
  "min-[1400px]:grid-cols-[8.25rem_minmax(8rem,1.8fr)_minmax(9.5rem,1fr)_minmax(8rem,1.2fr)_5rem_5.75rem_3.75rem_6.75rem_5.5rem_7.75rem]",
  "min-[1600px]:grid-cols-[8.25rem_minmax(8rem,1.8fr)_minmax(9.5rem,1fr)_minmax(8rem,1.2fr)_5rem_5.75rem_3.75rem_6.75rem_5.5rem_5.75rem_7.75rem]",
].join(" ");
/** Hides a column until the window is wide enough for it. */
export const roomClasses = { wide: "hidden min-[1400px]:block", widest: "hidden min-[1600px]:block" } as const;
export type Room = keyof typeof roomClasses;
export const listBelowPx = 1100;

export const columns: readonly { sort: DriveSort; name: string; number?: boolean; room?: Room }[] = [
  { sort: "verdict", name: "Verdict" },
  { sort: "model", name: "Model" },
  { sort: "serial", name: "Serial" },
  { sort: "host", name: "Host" },
  { sort: "capacity", name: "Capacity", number: true },
  { sort: "firmware", name: "Firmware", room: "wide" },
  { sort: "temperature", name: "Temp.", number: true },
  { sort: "percentageUsed", name: "Used", number: true },
  { sort: "written", name: "Written", number: true },
  { sort: "powerOn", name: "Power-on", number: true, room: "widest" },
  { sort: "lastSample", name: "Last sample", number: true },
];
