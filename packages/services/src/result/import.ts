import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@crosspoint/db";
import { importLimits } from "@crosspoint/domain/import";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import {
  countedObstacles,
  type FileRemarks,
  type Obstacles,
  readFileRemarks,
  readImportedPoint,
} from "./rules/imported-document.ts";
import type { ImportedRows } from "./rules/imported-rows.ts";
import { type ReadImport, toolWords } from "./rules/read-import.ts";
import type { ImportReader } from "./rules/read-in-thread.ts";

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
  /** The same file was imported before for this drive; nothing was changed, and what follows is of that time. */
  readonly wasKnown: boolean;
  readonly points: number;
  /** Points whose workload is fully known: they can be compared. */
  readonly comparable: number;
  /** Why the others cannot be compared, each reason once, with how many points it keeps from it. */
  readonly obstacles: Obstacles;
  readonly refused: FileRemarks;
  readonly warnings: FileRemarks;
}

/** Keeps the results of a file of another tool, or an export of this one, as a run of that origin. The same file is kept once for a drive. */
export async function importResults(
  context: ServiceContext,
  input: z.infer<typeof importInput>,
  file: Uint8Array<ArrayBuffer>,
  reader: ImportReader,
  signal?: AbortSignal,
): Promise<ImportOutcome> {
  requireRight(context, "benchmark.import");
  const fileSha256 = createHash("sha256").update(file).digest("hex");
  const before = await knownImport(context.db, fileSha256, input.driveId);
  if (before !== undefined) return before;
  const fileBytes = file.byteLength;
  const { fileName, unit, direction } = input;
  const runId = randomUUID();
  const request = { file, fileName, unit, direction, runId, now: context.now };
  const answer = await reader(request, signal).catch((cause: unknown) => {
    if (!signal?.aborted) throw cause;
    throw new ServiceError("unavailable", `${fileName}: nobody waits for it any more. Nothing was imported.`, {
      cause,
    });
  });
  if (answer.kind === "refused") {
    const { path, message } = answer;
    throw new ServiceError(fileBytes > importLimits.fileBytes ? "tooLarge" : "invalid", `${fileName}: ${message}`, {
      fields: [{ path, message }],
      remedy: "Nothing was imported. Correct the file or choose another one.",
    });
  }
  return inTransaction(context.db, async (tx) => {
    // Another request may have brought the same file meanwhile.
    const known = await knownImport(tx, fileSha256, input.driveId);
    return known ?? storeImport(tx, context, { ...input, runId, read: answer.read, fileSha256, fileBytes });
  });
}

/** The same file for the same drive; where none is named, for whichever it was imported. */
async function knownImport(
  db: Pick<Transaction, "runImport">,
  fileSha256: string,
  forDrive: string | undefined,
): Promise<ImportOutcome | undefined> {
  const found = await db.runImport.findFirst({
    where: { fileSha256, ...(forDrive === undefined ? {} : { forDrive }) },
    orderBy: { run: { requestedAt: "asc" } },
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
  readonly runId: string;
  readonly read: ReadImport;
  readonly fileSha256: string;
  readonly fileBytes: number;
}

async function storeImport(tx: Transaction, context: ServiceContext, given: Import): Promise<ImportOutcome> {
  const { runId, read, fileName, driveId } = given;
  const { rows, obstacles } = read;
  const [warnings, refused] = [[...read.warnings], [...read.refused]];
  const target = await targetOf(tx, driveId);
  await tx.benchmarkRun.create({ data: { id: runId, ...runRow(context, given), ...target } });
  await tx.runImport.create({
    data: {
      runId,
      format: read.format,
      toolName: read.tool.name,
      toolVersion: read.tool.version ?? null,
      fileName,
      fileBytes: given.fileBytes,
      fileSha256: given.fileSha256,
      forDrive: driveId ?? "",
      refused: refused.map((remark) => ({ ...remark })),
      warnings: warnings.map((remark) => ({ ...remark })),
    },
  });
  await storeRows(tx, rows);
  const detail = {
    file: fileName,
    tool: toolWords(read.tool),
    points: rows.imported.length,
    target: target.targetLabel ?? read.names.target,
  };
  await writeAudit(tx, context, { action: "benchmark.import", objectKind: "run", objectId: runId, detail });
  await notify(tx, { topic: "run", runId });
  return {
    runId,
    wasKnown: false,
    points: rows.imported.length,
    comparable: rows.points.length,
    obstacles,
    refused,
    warnings,
  };
}

async function storeRows(tx: Transaction, { imported, points, directions }: ImportedRows): Promise<void> {
  await tx.importedPoint.createMany({ data: imported });
  await tx.benchmarkPoint.createMany({ data: points });
  await tx.pointDirection.createMany({ data: directions });
}

function runRow(context: ServiceContext, { read, fileSha256 }: Import) {
  const { names, rows, startedAt, finishedAt } = read;
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
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
  };
}

async function targetOf(tx: Transaction, driveId: string | undefined) {
  if (driveId === undefined) return {};
  const drive = await tx.drive.findUnique({ where: { id: driveId }, select: { id: true, model: true, serial: true } });
  if (drive === null) throw new ServiceError("notFound", `There is no drive ${driveId}.`);
  const { model, serial } = drive;
  return { driveId: drive.id, model, serial, targetLabel: `${model} ${serial}` };
}
