/** A page of docs/methods, and their index. */
import {
  countPoints,
  dependsOnModel,
  estimateBytesWritten,
  formatBytes,
  formatCount,
  formatDuration,
  mayEndSooner,
  planDuration,
  stepsForAgent,
  stepsForRatedFigures,
} from "@crosspoint/domain";
import { findRatedSheet, findSource, type Plan } from "../../src/index.ts";
import { describeSteps } from "./step-words.ts";

/** A P3700 with 400 GB, as its spec sheet rates it: 1,200 MB/s of sequential writes, 75,000 IOPS of 4 KiB random writes. */
const drive = {
  sizeBytes: 400e9,
  fastestBytesPerSecond: 1200e6,
  slowestBytesPerSecond: 75_000 * 4096,
  abilities: { isDrive: true, offered: { powerGovernor: [0, 1, 2] } },
};
const enduranceBytes = 7.3e15;
const model = "INTEL SSDPEDMD400G4";

/** The steps of a plan as that drive has them. */
function stepsOn(steps: Steps) {
  return dependsOnModel(steps) ? stepsForRatedFigures(steps, findRatedSheet(model) ?? { figures: [] }).steps : steps;
}

const mark = "<!-- Written by npm run generate from packages/catalog/data. -->";
const plain = (text: string) => `${text.replaceAll(/[\u2009\u00a0\u202f]/g, " ").trimEnd()}\n`;

export function renderPage({
  document,
  description,
  family,
  sourceIds,
  departs,
  points,
  databasePoints,
}: Plan): string {
  const { id, name, steps } = document;
  return plain(`${mark}
# ${name}

${description}

| | |
| --- | --- |
| Plan | [\`${id}\`](../../packages/catalog/data/plans/${id}.yaml) |
| Family | ${family.name} |
| Data on the drive | ${effectWords(document)} |
| Points | ${pointWords(steps, points.length + databasePoints.length)} |
| Runs by \`uring-bench plan\` | ${agentWords(steps)} |

## Source

${sourceIds.length === 0 ? "None: the method is this product's own." : sourceIds.map((each) => `- ${sourceWords(each)}`).join("\n")}

## Where it departs

${departs.length === 0 ? "Nowhere: it follows no published method." : departs.map((sentence) => `- ${sentence}`).join("\n")}

## Steps

${describeSteps(steps).join("\n")}

## On a drive with 400 GB

${estimateWords(steps)}
`);
}

type Steps = Plan["document"]["steps"];

function pointWords(steps: Steps, count: number): string {
  if (dependsOnModel(steps)) return `depend on the drive's model; ${countPoints(stepsOn(steps))} on the drive below`;
  return `${formatCount(count)}${variable(steps) ? " in the preview" : ""}`;
}

/** Whether the points depend on what is measured, or on the drive. */
function variable(steps: Steps): boolean {
  return steps.some((step) => {
    if (step.kind === "search") return true;
    return (step.kind === "each" && step.values === "offered") || (step.kind === "rounds" && step.until !== undefined);
  });
}

function effectWords({ readsOnly, steps }: Plan["document"]): string {
  if (steps.some(({ kind }) => kind === "purge")) return "**purged**, then overwritten";
  return readsOnly ? "not changed: reads only" : "**overwritten**";
}

function agentWords(steps: Steps): string {
  if (dependsOnModel(steps)) return "no: the server makes its steps from the catalog";
  const kinds = [...new Set(stepsForAgent(steps).map(({ step }) => `\`${step.kind}\``))];
  return kinds.length === 0 ? "yes" : `no: ${kinds.join(" and ")} needs an agent`;
}

function sourceWords(id: string): string {
  const source = findSource(id);
  if (source === undefined) throw new Error(`There is no source "${id}".`);
  const { title, url, publisher, author, published } = source;
  const linked = url === undefined ? title : `[${title}](${url})`;
  return [linked, publisher, author, published].filter((part) => part !== undefined).join(", ");
}

function estimateWords(steps: Steps): string {
  const duration = planDuration(stepsOn(steps), drive);
  const { secondsLeast, secondsMost, hasPurge } = duration;
  const [least, most] = [secondsLeast, secondsMost].map((value) => formatDuration(value * 1000));
  const time = mayEndSooner(duration) && least !== most ? `${least} to ${most}` : most;
  return [
    `- Time: ${time}${hasPurge ? ", and the purge, which takes seconds to hours" : ""}.`,
    `- Written: ${bytesWords(steps)}.`,
    "",
    "The drive is taken to be as the Intel SSD DC P3700 400 GB is rated: writes between 307 MB/s (75,000 IOPS of 4 KiB random",
    "writes) and 1,200 MB/s (sequential), and an endurance of 7.3 PB. Before a launch, the preflight estimates the same for the",
    "drive that is chosen.",
  ].join("\n");
}

function bytesWords(steps: Steps): string {
  const written = estimateBytesWritten(stepsOn(steps), drive);
  if (written.kind !== "atMost") return "nothing";
  const { bytes, bytesLeast } = written;
  const range = bytesLeast === bytes ? "" : bytesLeast === 0 ? "at most " : `${formatBytes(bytesLeast).text} to `;
  const share = (bytes / enduranceBytes) * 100;
  return `${range}${formatBytes(bytes).text}, ${range === "" ? "" : "at most "}${share.toPrecision(2)} % of its rated endurance`;
}

export function renderIndex(plans: readonly Plan[]): string {
  const families = [...new Set(plans.map(({ family }) => family.name))];
  const sections = families.map((name) => {
    const rows = plans.filter(({ family }) => family.name === name).map(indexRow);
    return `## ${name}\n\n| plan | data on the drive | points | time on 400 GB |\n| --- | --- | ---: | --- |\n${rows.join("\n")}`;
  });
  return plain(`${mark}
# Benchmark methods

The built-in plans, each with its source, where it departs from it, and its steps in words. [docs/plans.md](../plans.md) describes the
language that they are written in.

${sections.join("\n\n")}
`);
}

function indexRow({ document, points, databasePoints }: Plan): string {
  const { id, name, steps } = document;
  const duration = planDuration(stepsOn(steps), drive);
  const time = `${mayEndSooner(duration) ? "up to " : ""}${formatDuration(duration.secondsMost * 1000)}${duration.hasPurge ? " and a purge" : ""}`;
  const effect = effectWords(document).replaceAll("**", "").replace("not changed: ", "");
  return `| [${name}](${id}.md) | ${effect} | ${formatCount(dependsOnModel(steps) ? countPoints(stepsOn(steps)) : points.length + databasePoints.length)} | ${time} |`;
}
