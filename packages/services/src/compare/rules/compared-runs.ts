import { findDriveModel } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import { targetName } from "../../run/rules/target-name.ts";
import type { SeriesHead, SeriesRun } from "./series.ts";

/** What is read of a run to compare it: all but its points. */
const columns = {
  id: true,
  state: true,
  driveId: true,
  volumeId: true,
  scratchFileId: true,
  model: true,
  targetLabel: true,
  hostname: true,
  planId: true,
  planName: true,
  planHash: true,
  plan: true,
  requestedAt: true,
  host: { select: { hostname: true } },
  drive: { select: { controller: true, details: true } },
  imported: { select: { toolName: true, toolVersion: true } },
  findings: { select: { stepPath: true, found: true }, take: 4096 },
} as const;

/** These runs by their ids, in one query; what is gone is left out. */
export async function readRuns(db: Database, runIds: readonly string[]) {
  const rows =
    runIds.length === 0
      ? []
      : await db.benchmarkRun.findMany({ where: { id: { in: [...new Set(runIds)] } }, select: columns });
  return new Map(rows.map((row) => [row.id, row]));
}

export type ComparedRunRow = NonNullable<ReturnType<Awaited<ReturnType<typeof readRuns>>["get"]>>;

export function seriesRunOf({ id, requestedAt, host, hostname, planName }: ComparedRunRow): SeriesRun {
  return { runId: id, requestedAt, hostname: host?.hostname ?? hostname, planName };
}

/** What a series of one run is called. */
export function headOfRun(run: ComparedRunRow): Omit<SeriesHead, "id" | "kind"> {
  const modelId = modelIdOf(run.model);
  const drive = targetName(run);
  const own = seriesRunOf(run);
  return {
    label: drive,
    drive,
    detail: `${own.hostname}, ${own.planName}`,
    colorKey: run.driveId ?? modelId ?? drive,
    ...(run.driveId === null ? {} : { driveId: run.driveId }),
    ...(modelId === undefined ? {} : { modelId }),
    runs: [own],
  };
}

/** The tool whose file a run came in, "fio 3.42"; undefined of what an agent of this server measured. */
export function importedFrom({ imported }: Pick<ComparedRunRow, "imported">): string | undefined {
  if (imported === null) return undefined;
  return [imported.toolName, imported.toolVersion].filter(Boolean).join(" ").slice(0, toolCharacters);
}

const toolCharacters = 60;

/** The tools that measured these runs elsewhere; "partly", where an agent of this server measured some. */
export function toolOf(runs: readonly ComparedRunRow[]): string | undefined {
  const tools = runs.flatMap((run) => importedFrom(run) ?? []);
  if (tools.length === 0) return undefined;
  return `${tools.length < runs.length ? "partly " : ""}${[...new Set(tools)].join(" or ")}`;
}

/** What must be known of a series in which runs from files are; a mark on its points alone is easily missed. */
export function importedNote(runs: readonly ComparedRunRow[]): string | undefined {
  const tools = runs.flatMap((run) => importedFrom(run) ?? []);
  if (tools.length === 0) return undefined;
  const which = runs.length === 1 ? "Imported" : `${tools.length} of ${runs.length} runs are imported`;
  return `${which} from a file of ${[...new Set(tools)].join(" or ")}, not measured by an agent of this server.`;
}

export function modelIdOf(model: string | null): string | undefined {
  return model === null ? undefined : findDriveModel(model)?.model.id;
}
