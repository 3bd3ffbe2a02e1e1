import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import { type ImportedRun, ImportProblem, importLimits, readResultFile } from "@crosspoint/domain/import";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import {
  documentOfPoint,
  type FileRemarks,
  namesOf,
  obstaclesOf,
  readFileRemarks,
  readImportedPoint,
  type StoredImportedPoint,
} from "./rules/imported-document.ts";
import { type ImportedRows, rowsOf } from "./rules/imported-rows.ts";

/** Largest file that is taken. */
export const importFileBytesLimit = importLimits.fileBytes;

export const importInput = z.object({
  /** As the person's machine calls it. */
  fileName: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u, "must hold no control characters"),
  /** The drive that was measured; left out where it is none of this fleet. */
  driveId: z.uuid().optional(),
  /** Of a .hlog that does not say them itself. */
  unit: z.enum(["ns", "us", "ms"]).optional(),
  direction: z.enum(["read", "write"]).optional(),
});

export interface ImportOutcome {
  readonly runId: string;
  /** The same file was imported before; nothing was changed, and what follows is of that time. */
  readonly wasKnown: boolean;
  readonly points: number;
  /** Points whose workload is fully known: they can be compared. */
  readonly comparable: number;
  /** Why the others cannot be compared, each reason once, with how many points it keeps from it. */
  readonly obstacles: readonly { readonly reason: string; readonly points: number }[];
  readonly refused: FileRemarks;
  readonly warnings: FileRemarks;
}

/** Keeps the results of a file of another tool, or an export of this one, as a run of that origin. The same file is kept once. */
export async function importResults(
  context: ServiceContext,
  input: z.infer<typeof importInput>,
  file: Uint8Array,
): Promise<ImportOutcome> {
  requireRight(context, "benchmark.import");
  const fileSha256 = createHash("sha256").update(file).digest("hex");
  const before = await knownImport(context.db, fileSha256);
  if (before !== undefined) return before;
  const read = readOrRefuse(file, input);
  return inTransaction(context.db, async (tx) => {
    // Another request may have brought the same file meanwhile.
    const known = await knownImport(tx, fileSha256);
    return known ?? storeImport(tx, context, { ...input, read, fileSha256, fileBytes: file.byteLength });
  });
}

function readOrRefuse(file: Uint8Array, { unit, direction, fileName }: z.infer<typeof importInput>): ImportedRun {
  try {
    return readResultFile(file, { unit, direction });
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    throw new ServiceError(
      file.byteLength > importLimits.fileBytes ? "tooLarge" : "invalid",
      `${fileName}: ${error.message}`,
      {
        fields: [{ path: error.path, message: error.message }],
        remedy: "Nothing was imported. Correct the file or choose another one.",
        cause: error,
      },
    );
  }
}

async function knownImport(db: Pick<Transaction, "runImport">, fileSha256: string): Promise<ImportOutcome | undefined> {
  const found = await db.runImport.findUnique({
    where: { fileSha256 },
    include: {
      run: {
        select: {
          _count: { select: { points: true } },
          importedPoints: { select: { document: true }, take: importLimits.points },
        },
      },
    },
  });
  if (found === null) return undefined;
  const documents = found.run.importedPoints.map(({ document }) => readImportedPoint(document));
  return {
    runId: found.runId,
    wasKnown: true,
    points: documents.length,
    comparable: found.run._count.points,
    obstacles: countedObstacles(documents),
    refused: readFileRemarks(found.refused),
    warnings: readFileRemarks(found.warnings),
  };
}

interface Import extends z.infer<typeof importInput> {
  readonly read: ImportedRun;
  readonly fileSha256: string;
  readonly fileBytes: number;
}

async function storeImport(tx: Transaction, context: ServiceContext, given: Import): Promise<ImportOutcome> {
  const { read, fileName, driveId } = given;
  const runId = randomUUID();
  const times = timesOf(read, context.now);
  const tool = read.tool.version === undefined ? read.tool.name : `${read.tool.name} ${read.tool.version}`;
  const judged = read.points.map((point) => ({ point, document: documentOfPoint(point) }));
  const rows = rowsOf({ runId, tool, finishedAt: times.finishedAt }, judged);
  const warnings = [...read.warnings, ...times.warnings];
  const refused = [...read.refused];
  const target = await targetOf(tx, driveId);
  await tx.benchmarkRun.create({ data: { id: runId, ...runRow(context, given, times, rows), ...target } });
  await tx.runImport.create({
    data: {
      runId,
      format: read.format,
      toolName: read.tool.name,
      toolVersion: read.tool.version ?? null,
      fileName,
      fileBytes: given.fileBytes,
      fileSha256: given.fileSha256,
      refused: refused.map((remark) => ({ ...remark })),
      warnings: warnings.map((remark) => ({ ...remark })),
    },
  });
  await storeRows(tx, rows);
  const detail = {
    file: fileName,
    tool,
    points: judged.length,
    target: target.targetLabel ?? namesOf(read, fileName).target,
  };
  await writeAudit(tx, context, { action: "benchmark.import", objectKind: "run", objectId: runId, detail });
  await notify(tx, { topic: "run", runId });
  return {
    runId,
    wasKnown: false,
    points: judged.length,
    comparable: rows.points.length,
    obstacles: countedObstacles(judged.map(({ document }) => document)),
    refused,
    warnings,
  };
}

/** Distinct reasons of one answer. */
const obstaclesLimit = 40;

function countedObstacles(documents: readonly StoredImportedPoint[]): ImportOutcome["obstacles"] {
  const counts = new Map<string, number>();
  for (const document of documents)
    for (const reason of new Set(obstaclesOf(document))) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].slice(0, obstaclesLimit).map(([reason, points]) => ({ reason, points }));
}

async function storeRows(tx: Transaction, { imported, points, directions }: ImportedRows): Promise<void> {
  await tx.importedPoint.createMany({ data: imported });
  await tx.benchmarkPoint.createMany({ data: points });
  await tx.pointDirection.createMany({ data: directions });
}

function runRow(context: ServiceContext, { read, fileName, fileSha256 }: Import, times: Times, rows: ImportedRows) {
  const names = namesOf(read, fileName);
  return {
    origin: read.format === "crosspoint" ? ("export" as const) : ("import" as const),
    hostname: names.host,
    targetLabel: names.target,
    planId: "imported",
    planName: names.plan,
    plan: { id: "imported", name: names.plan, readsOnly: true, steps: [] },
    // No plan of ours was run: what is the same is the file.
    planHash: fileSha256,
    pointsPlanned: rows.imported.length,
    pointsFinished: rows.imported.length,
    state: "complete" as const,
    requestedById: context.actor.kind === "person" ? context.actor.id : null,
    requestedBy: actorLabel(context.actor),
    requestedAt: context.now,
    startedAt: times.startedAt ?? null,
    finishedAt: times.finishedAt ?? null,
  };
}

interface Times {
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly warnings: FileRemarks;
}

/**
 * A file's clock is anybody's: what is later than the server's own is not believed, nor an end that is not after the start
 * (the client of a fio server writes when it began).
 */
function timesOf({ startedAtMs, finishedAtMs }: ImportedRun, now: Date): Times {
  const past = (ms: number | undefined) =>
    ms !== undefined && ms > 0 && ms <= now.getTime() ? new Date(ms) : undefined;
  const isBackward = startedAtMs !== undefined && finishedAtMs !== undefined && finishedAtMs <= startedAtMs;
  const times = { startedAt: past(startedAtMs), finishedAt: isBackward ? undefined : past(finishedAtMs) };
  const isLater = Math.max(startedAtMs ?? 0, finishedAtMs ?? 0) > now.getTime();
  const message = "The file says that it was measured in the future; its times are left out.";
  return { ...times, warnings: isLater ? [{ path: "", message }] : [] };
}

async function targetOf(tx: Transaction, driveId: string | undefined) {
  if (driveId === undefined) return {};
  const drive = await tx.drive.findUnique({ where: { id: driveId }, select: { id: true, model: true, serial: true } });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const { model, serial } = drive;
  return { driveId: drive.id, model, serial, targetLabel: `${model} ${serial}` };
}
