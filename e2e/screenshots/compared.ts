import { publishedResults } from "@crosspoint/catalog";
import { type SeriesChoice, seriesText } from "@crosspoint/domain";
import type { Actor } from "@crosspoint/services";
import { shareComparison } from "@crosspoint/services/compare/share/create";
import type { Stack } from "../stack/stack.ts";
import type { RunIds } from "./measure.ts";

/** What comparisons are made of besides runs. */
export interface ComparedIds {
  /** Of the plan that two drives were measured by, and these drives. */
  readonly planHash: string;
  readonly driveIds: readonly string[];
  /** Address of a share link. */
  readonly sharePath: string;
}

export async function comparedIds(stack: Stack, actor: Actor, runs: RunIds): Promise<ComparedIds> {
  const of = async (name: string) =>
    await stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runs[name] ?? name } });
  const [first, second] = [await of("three depths 2"), await of("other drive")];
  return {
    planHash: first.planHash,
    driveIds: [first.driveId, second.driveId].flatMap((id) => id ?? []),
    sharePath: await share(stack, actor, [
      { kind: "run", runId: runs.depths ?? "" },
      ...publishedBy("anandtech-p4800x-375gb"),
    ]),
  };
}

/** All that these sources print, by drive. */
export function publishedBy(...sourceIds: string[]): SeriesChoice[] {
  const { rows, series } = publishedResults;
  const own = [...rows, ...series].filter(({ sourceId }) => sourceIds.includes(sourceId));
  const choices = new Map<string, SeriesChoice>();
  for (const { sourceId, drive } of own) {
    const choice = { kind: "published", sourceId, drive: drive.name } as const;
    choices.set(seriesText(choice), choice);
  }
  return [...choices.values()];
}

async function share(stack: Stack, actor: Actor, series: readonly SeriesChoice[]): Promise<string> {
  const match = "load";
  const metric = "latencyNsMean";
  const texts = series.map((each) => seriesText(each));
  const { token } = await shareComparison(
    { db: stack.db, actor, now: new Date() },
    {
      title: "A scratch file beside published drives",
      query: new URLSearchParams({ s: texts.map(encodeURIComponent).join(","), match, metric }).toString(),
      selection: { series: texts, measured: [], published: [], withReference: false, match },
      expiresInDays: 1,
    },
  );
  return `/share/${token}`;
}
