import type { ImportedPoint, RunImport } from "@crosspoint/db";
import { importLimits } from "@crosspoint/domain/import";
import {
  type FileRemarks,
  obstaclesOf,
  readFileRemarks,
  readImportedPoint,
  type StoredImportedPoint,
} from "./imported-document.ts";

/** The file that a run comes from, and what it tells; its tool stands in the head of the run. */
export interface ImportedDetail {
  readonly format: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly refused: FileRemarks;
  readonly warnings: FileRemarks;
  /** All points of the file; those without an obstacle stand among the points of the run too. */
  readonly points: readonly ImportedPointDetail[];
}

export interface ImportedPointDetail extends StoredImportedPoint {
  readonly sequence: number;
  readonly name: string;
  /** Why it is not among the points of the run, which are compared; empty where it is. */
  readonly obstacles: readonly string[];
}

/** What {@link importedOf} reads with a run. */
export const importedInclude = {
  imported: true,
  importedPoints: {
    orderBy: { sequence: "asc" },
    select: { sequence: true, name: true, document: true },
    take: importLimits.points,
  },
} as const;

interface WithImport {
  readonly imported: RunImport | null;
  readonly importedPoints: readonly Pick<ImportedPoint, "sequence" | "name" | "document">[];
}

export function importedOf({ imported, importedPoints }: WithImport): ImportedDetail | undefined {
  if (imported === null) return undefined;
  const { format, fileName, fileBytes, refused, warnings } = imported;
  return {
    format,
    fileName,
    fileBytes,
    refused: readFileRemarks(refused),
    warnings: readFileRemarks(warnings),
    points: importedPoints.map(({ sequence, name, document }) => {
      const told = readImportedPoint(document);
      return { sequence, name, ...told, obstacles: obstaclesOf(told) };
    }),
  };
}
