import type { Outputs } from "@/api/client";
import type { DriveSort } from "./drive-filter";

export type DriveEntry = Outputs["drive"]["list"]["drives"][number];

/**
 * Columns share one template, so that the head stands over its values. Model and serial are wide enough to be told apart
 * by (a serial has 20 characters at most); bytes written, firmware and power-on appear where there is room; a window
 * narrower than {@link listBelowPx} has a list instead.
 */
export const columnTemplate = [
  "grid-cols-[8.25rem_minmax(10rem,1.4fr)_11.25rem_minmax(5.5rem,1fr)_5rem_3.75rem_6rem_7.75rem]",
  "min-[1360px]:grid-cols-[8.25rem_minmax(10rem,1.4fr)_11.25rem_minmax(5.5rem,1fr)_5rem_3.75rem_6rem_5.5rem_7.75rem]",
  "min-[1480px]:grid-cols-[8.25rem_minmax(10rem,1.4fr)_11.25rem_minmax(5.5rem,1fr)_5rem_5.75rem_3.75rem_6rem_5.5rem_7.75rem]",
  "min-[1600px]:grid-cols-[8.25rem_minmax(10rem,1.4fr)_11.25rem_minmax(5.5rem,1fr)_5rem_5.75rem_3.75rem_6rem_5.5rem_5.75rem_7.75rem]",
].join(" ");
/** Hides a column until the window is wide enough for it. */
export const roomClasses = {
  some: "hidden min-[1360px]:block",
  wide: "hidden min-[1480px]:block",
  widest: "hidden min-[1600px]:block",
} as const;
export type Room = keyof typeof roomClasses;
export const listBelowPx = 1210;

export const columns: readonly { sort: DriveSort; name: string; number?: boolean; room?: Room }[] = [
  { sort: "verdict", name: "Verdict" },
  { sort: "model", name: "Model" },
  { sort: "serial", name: "Serial" },
  { sort: "host", name: "Host" },
  { sort: "capacity", name: "Capacity", number: true },
  { sort: "firmware", name: "Firmware", room: "wide" },
  { sort: "temperature", name: "Temp.", number: true },
  { sort: "percentageUsed", name: "Used", number: true },
  { sort: "written", name: "Written", number: true, room: "some" },
  { sort: "powerOn", name: "Power-on", number: true, room: "widest" },
  { sort: "lastSample", name: "Last sample", number: true },
];
