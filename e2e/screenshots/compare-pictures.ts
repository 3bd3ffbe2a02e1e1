import { type SeriesChoice, seriesText } from "@crosspoint/domain";
import { type ComparedIds, publishedBy } from "./compared.ts";
import type { RunIds } from "./measure.ts";
import { type Picture, panel } from "./picture.ts";

const section = "Compare";

/** The series that are compared, as the page's address has them. */
function comparing(series: readonly SeriesChoice[], look: Readonly<Record<string, string>> = {}): string {
  const chosen = series.map((each) => encodeURIComponent(seriesText(each))).join(",");
  return `/compare?s=${chosen}${Object.entries(look)
    .map(([name, value]) => `&${name}=${value}`)
    .join("")}`;
}

const main = (page: Parameters<NonNullable<Picture["part"]>>[0]) => page.getByRole("main");

/** Each source's figures, as its review shows them. */
function publishedPictures(): Picture[] {
  const of = (name: string, series: readonly SeriesChoice[], caption: string, look = {}): Picture => ({
    name: `compare-published-${name}`,
    section: "Published results",
    origin: "published",
    caption,
    path: comparing(series, look),
    part: main,
  });
  return [
    of(
      "p4800x",
      publishedBy("anandtech-p4800x-375gb"),
      "The Optane P4800X beside the P3700 and the Micron 9100 MAX, as AnandTech printed them in 2017.",
      { metric: "latencyNsP99999", scale: "logarithmic" },
    ),
    of(
      "p4800x-900p",
      publishedBy("anandtech-p4800x-750gb"),
      "The P4800X of 750 GB, the Optane 900P, the P3608 and others, as AnandTech printed them.",
    ),
    of(
      "p3700",
      publishedBy("hardwareinfo-p3700-400gb").slice(0, 1),
      "The P3700 of 400 GB, as Hardware.Info printed it.",
    ),
    of(
      "p3608",
      publishedBy("thessdreview-p3608"),
      "The P3608, one controller and both as RAID 0, as The SSD Review printed it.",
    ),
    of(
      "optane-memory",
      publishedBy("anandtech-optane-memory"),
      "Optane Memory, the Samsung 960 EVO and the Crucial MX300, as AnandTech printed them.",
    ),
  ];
}

/** Every part of the comparison. */
export function comparePictures(runs: RunIds, ids: ComparedIds): Picture[] {
  const run = (name: string): SeriesChoice => ({ kind: "run", runId: runs[name] ?? "" });
  const three = [run("three depths"), run("three depths 2"), run("three depths 3")];
  const group: SeriesChoice = { kind: "group", by: "model", value: "QEMU NVMe Ctrl", plan: ids.planHash };
  const drives = ids.driveIds.map(
    (driveId): SeriesChoice => ({ kind: "drive", driveId, plan: ids.planHash, pick: "latest" }),
  );
  const emulated = (picture: Omit<Picture, "section" | "origin">): Picture => ({
    section,
    origin: "emulated",
    ...picture,
  });
  return [
    {
      name: "compare",
      section,
      origin: "fileAndPublished",
      caption: "A measured run beside the published P4800X, P3700 and 9100 MAX.",
      path: comparing([run("depths"), ...publishedBy("anandtech-p4800x-375gb")], {
        match: "load",
        scale: "logarithmic",
        metric: "latencyNsMean",
      }),
    },
    emulated({
      name: "compare-runs",
      caption: "Three runs of one drive, which was slowed down by 15 % before the third.",
      path: comparing(three),
      part: main,
    }),
    emulated({
      name: "compare-differences",
      caption:
        "The differences of these runs from the first, each with its interval: the second is noise, the third is slower where the drive's limit decides.",
      path: comparing(three),
      part: panel("Differences"),
    }),
    emulated({
      name: "compare-groups",
      caption:
        "Two drives and the group of all drives of their model, whose histograms are merged, relative to the group.",
      path: comparing([group, ...drives], { show: "relative" }),
      part: main,
    }),
    {
      section,
      origin: "both",
      name: "compare-throughput-latency",
      caption: "Latency against throughput: what each depth costs.",
      path: comparing([run("depths"), run("three depths"), run("other drive")], {
        match: "load",
        scale: "logarithmic",
      }),
      part: panel(/against throughput$/),
    },
    {
      section,
      origin: "both",
      name: "compare-efficiency",
      caption:
        "Efficiency: the lowest depth with 95 % of the peak, with latency, IOPS per CPU, and per watt where it is known.",
      path: comparing([run("depths"), run("three depths"), run("other drive")], {
        match: "load",
        scale: "logarithmic",
      }),
      part: panel("Efficiency at saturation"),
    },
    emulated({
      name: "compare-percentiles",
      caption: "Percentiles by nines of one point of each series.",
      path: comparing(three),
      part: panel("Latency by percentile"),
    }),
    {
      name: "compare-environments",
      section,
      origin: "both",
      caption:
        "What differs between the systems: an emulated drive in a virtual host, and a scratch file of the machine that runs it.",
      path: comparing([run("three depths"), run("depths")], { match: "load" }),
      part: panel("Environment differences"),
    },
    {
      name: "compare-shared",
      section,
      origin: "fileAndPublished",
      caption: "What somebody with a share link sees: the comparison, without an account, and nothing else.",
      path: ids.sharePath,
    },
    ...publishedPictures(),
  ];
}
