import { type Picture, panel } from "./picture.ts";

const simulated = { section: "The fleet", origin: "simulated" } as const;

/** Pages of the simulated fleet, of which one drive is shown. */
export function demoPictures(driveId: string): Picture[] {
  return [
    {
      ...simulated,
      name: "fleet",
      caption: "The fleet: what needs attention, the most urgent first, and why.",
      path: "/fleet",
    },
    {
      ...simulated,
      name: "replacements",
      caption:
        "Drives to replace: how many are likely to reach the limit of their wear in each of the next 24 months, and of which model.",
      path: "/fleet",
      part: panel("Drives to replace"),
    },
    {
      ...simulated,
      name: "drives",
      caption: "The list of drives, the most urgent first: what each is, where, and how it is worn.",
      path: "/drives",
    },
    {
      ...simulated,
      name: "drive",
      caption: "A drive: identity, health, and 30 days of SMART.",
      path: `/drives/${driveId}?range=30d`,
    },
    {
      ...simulated,
      name: "drive-history",
      caption: "The history of a drive: temperature, endurance, media errors and throughput over the chosen range.",
      path: `/drives/${driveId}?range=30d`,
      part: panel("SMART over time"),
    },
    {
      ...simulated,
      name: "drive-trend",
      caption:
        "The runs of one plan on a drive over time: whether its level changed, and how it stands among the drives of its model.",
      path: `/drives/${driveId}`,
      part: panel("Benchmarks over time"),
    },
    {
      ...simulated,
      name: "thresholds",
      caption:
        "Settings, Health thresholds: what was set in place of a rule's defaults, for which drives, by whom and why.",
      path: "/settings/thresholds",
    },
    {
      ...simulated,
      name: "rules",
      caption:
        "Settings, Health rules: what a verdict can come from, what it means, what to do, and how that is known.",
      path: "/settings/rules",
    },
    {
      ...simulated,
      name: "firmware",
      caption:
        "Settings, Firmware notices: firmware that others had trouble with, with its source and the fleet's drives that have it.",
      path: "/settings/firmware",
    },
    {
      ...simulated,
      name: "storage",
      caption: "Settings, Storage: what the database keeps, how much of it there is, and for how long it is kept.",
      path: "/settings/storage",
    },
  ];
}
