import type { Page } from "@playwright/test";
import type { ExampleRuns } from "./examples.ts";
import type { RunIds } from "./measure.ts";
import { type Picture, panel } from "./picture.ts";

const section = "A run";

/** Every chart of the run page. */
export function runPictures(runs: RunIds, examples: ExampleRuns): Picture[] {
  const of = (name: string, query = "") => `/benchmarks/${runs[name]}${query}`;
  const emulated = (picture: Omit<Picture, "section" | "origin">): Picture => ({
    section,
    origin: "emulated",
    ...picture,
  });
  const onFile = (picture: Omit<Picture, "section" | "origin">): Picture => ({ section, origin: "file", ...picture });
  return [
    onFile({
      name: "run-depths",
      caption:
        "Queue depths: IOPS and mean latency over the depth, latency against IOPS with the depths beside the marks, and where each sweep comes near its peak.",
      path: of("depths"),
      part: panel("Queue depths"),
    }),
    onFile({
      name: "run-depths-p99",
      caption: "The same sweep by another latency, and the percentiles of all depths by nines.",
      path: of("depths", "?latency=p99"),
      part: panel("Queue depths"),
      prepare: openPercentiles,
    }),
    onFile({
      name: "run-sizes",
      caption: "Transfer sizes: throughput and mean latency, random and sequential, reads and writes.",
      path: of("sizes"),
      part: panel("Transfer sizes"),
      prepare: async (page) => await panel("Transfer sizes")(page).getByRole("radio", { name: "MB/s" }).check(),
    }),
    onFile({
      name: "run-mixes",
      caption: "Mixed reads and writes, from reads alone to writes alone.",
      path: of("mixes"),
      part: panel("Mixed reads and writes"),
    }),
    emulated({
      name: "rounds",
      caption:
        "Rounds until steady state: the tracked figure with the measurement window, its average, the 20 % band, the fitted line and the verdict; the convergence of all loads. The drive's limit was lowered from round to round.",
      path: of("rounds"),
      part: panel("Steady state"),
    }),
    emulated({
      name: "snia-report",
      caption: "The report of such a run: what SNIA's specification asks for, ready to print.",
      path: of("rounds", "/report"),
      part: (page) => page.getByRole("main"),
      height: 2600,
    }),
    emulated({
      name: "run-saturation",
      caption:
        "Write saturation: how a drive settles while it is written four times over. The drive's limit was lowered while it ran.",
      path: of("saturation"),
      part: panel("Write saturation"),
    }),
    emulated({
      name: "run-consistency",
      caption: "Consistency: a mark for each second, the last 200 seconds, and how much they differ.",
      path: of("saturation"),
      part: panel("Consistency"),
    }),
    emulated({
      name: "search",
      caption:
        "The Aerospike Certification Tool's search, at rates and limits that the emulation can serve: each trial with the figures that passed or failed it, and the slices as the tool prints them.",
      path: of("act"),
      part: panel("Search: rate"),
    }),
    onFile({
      name: "run-objective",
      caption: "A search for the highest rate at which an objective is met: p99 over the rate, beside its limit.",
      path: of("search"),
      part: panel("Search: rate"),
    }),
    emulated({
      name: "run-settings",
      caption: "One set of loads at each value of a setting, here the I/O scheduler: throughput and tail latency.",
      path: of("settings"),
      part: panel(/^By /),
    }),
    {
      name: "run-power",
      section,
      origin: "example",
      caption:
        "Power states: throughput and tail latency against the watts that a drive states for each. Emulated drives have no power states.",
      path: `/benchmarks/${examples.power}`,
      part: panel("By power state"),
    },
    emulated({
      name: "run-modes",
      caption: "Completion modes: mean and tail latency, and the CPU time of an I/O in the tool and in the kernel.",
      path: of("modes"),
      part: panel("Completion modes"),
    }),
    {
      name: "run-rated",
      section,
      origin: "example",
      caption:
        "A spec check: each rated figure met, or missed by how much, and which metric is held against the sheet. Emulated drives have no spec sheet.",
      path: `/benchmarks/${examples.rated}`,
      part: panel("Spec sheet"),
    },
    onFile({
      name: "run",
      caption: "A run of one point: its figures, and how it went over time.",
      path: of("one point"),
    }),
    onFile({
      name: "run-point",
      caption:
        "A point in detail: throughput and latency over time, percentiles by nines, the distribution, and how often each latency came in each second.",
      path: of("one point"),
      part: panel("Point details"),
    }),
    onFile({
      name: "run-repeats",
      caption:
        "Repeats: each load's results side by side on one relative scale, with their spread and the interval of their mean.",
      path: of("repeats 5"),
      part: panel("Repeats"),
    }),
    {
      name: "run-database",
      section,
      origin: "file",
      caption: "A database: transactions per second and their latencies by number of clients.",
      path: of("database"),
      part: panel("Database"),
    },
  ];
}

async function openPercentiles(page: Page): Promise<void> {
  const depths = panel("Queue depths")(page);
  await depths.getByText("Percentiles of all queue depths").click();
  await depths.getByRole("figure", { name: "Latency by percentile, reads" }).waitFor();
}
