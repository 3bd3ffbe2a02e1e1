import { requireRight } from "@crosspoint/services";
import { exportAudit, exportAuditInput } from "@crosspoint/services/audit/export";
import { parseInput } from "@crosspoint/services/parse";
import { exportInput, exportResults } from "@crosspoint/services/result/export";
import { importFileBytesLimit, importInput, importResults } from "@crosspoint/services/result/import";
import type { ImportReader } from "@crosspoint/services/result/rules/read-in-thread";
import { WaitingLine } from "../waiting-line.ts";
import { type ApiDoor, privateAnswer, takeCalls } from "./answer-api.ts";
import { readBody } from "./bounded-body.ts";
import { answered, parametersOf, streamed } from "./file-answer.ts";
import { requireOwnPage } from "./own-page.ts";

/** What this process has for files that arrive: one of each for all of them. */
export interface ImportPlaces {
  /** Files that are held in memory, from their first byte to the answer. */
  readonly uploads: WaitingLine;
  /** Those of them that are read: each may take some hundred megabytes, and all of a processor. */
  readonly readings: WaitingLine;
}

/** Uploads that are one too many are refused, as whoever sends them cannot wait; readings wait for each other. */
export function newImportPlaces(): ImportPlaces {
  const uploadsAtOnce = 8;
  return {
    uploads: new WaitingLine({ atOnce: uploadsAtOnce, waitingMax: 0 }),
    readings: new WaitingLine({ atOnce: 2, waitingMax: uploadsAtOnce }),
  };
}

/** The server ends a request at 60 s; this says why. */
const uploadSeconds = 50;

export interface ResultDoor extends ApiDoor {
  readonly imports: ImportPlaces;
  readonly reader: ImportReader;
  /** Longest time that a file may take to arrive. */
  readonly uploadSeconds?: number;
}

/**
 * Takes a file of results: its bytes are the body, what is said of it stands in the address. It has an address of its own since it
 * is larger than a call may be; who asks is known before any of it is read.
 */
export function receiveResults(request: Request, address: string, door: ResultDoor): Promise<Response> {
  return answered(async () => {
    takeCalls(request, address, door.calls);
    requireOwnPage(request.headers, door.webUrl, "application/octet-stream");
    const context = await door.createContext(request, address, new Headers());
    requireRight(context, "benchmark.import");
    const said = parseInput(importInput, parametersOf(request), "What is said of the file");
    const { uploads, readings } = door.imports;
    return uploads.run(async () => {
      const limits = { bytes: importFileBytesLimit, seconds: door.uploadSeconds ?? uploadSeconds };
      const file = await readBody(request, limits);
      const outcome = await readings.run(() => importResults(context, said, file, door.reader, request.signal));
      return Response.json(outcome, { headers: { "cache-control": privateAnswer } });
    });
  });
}

/** Sends the results of a run as a file, while they are read. */
export function sendResults(request: Request, address: string, runId: string, door: ApiDoor): Promise<Response> {
  return answered(async () => {
    takeCalls(request, address, door.calls);
    const context = await door.createContext(request, address, new Headers());
    const { sequence, ...rest } = parametersOf(request);
    const number =
      sequence === undefined ? {} : { sequence: /^\d{1,9}$/.test(sequence) ? Number(sequence) : Number.NaN };
    return streamed(await exportResults(context, parseInput(exportInput, { ...rest, ...number, runId }, "The export")));
  });
}

/** Sends the audit as a file, while it is read. */
export function sendAudit(request: Request, address: string, door: ApiDoor): Promise<Response> {
  return answered(async () => {
    takeCalls(request, address, door.calls);
    const context = await door.createContext(request, address, new Headers());
    return streamed(await exportAudit(context, parseInput(exportAuditInput, parametersOf(request), "The export")));
  });
}
