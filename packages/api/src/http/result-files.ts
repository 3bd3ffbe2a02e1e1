import { requireRight, ServiceError } from "@crosspoint/services";
import { exportAudit, exportAuditInput } from "@crosspoint/services/audit/export";
import { parseInput } from "@crosspoint/services/parse";
import { type ExportedFile, exportInput, exportResults } from "@crosspoint/services/result/export";
import { importFileBytesLimit, importInput, importResults } from "@crosspoint/services/result/import";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { asTrpcRefusal, refusalOf } from "../errors.ts";
import { type ApiDoor, takeCalls } from "./answer-api.ts";
import { withBoundedBody } from "./bounded-body.ts";
import { requireOwnPage } from "./own-page.ts";

/** Files that are read at the same time by one process: each may take some hundred megabytes. */
const importsAtOnce = 2;

/** How many files this process reads now. */
export interface Turns {
  taken: number;
}

export function newTurns(): Turns {
  return { taken: 0 };
}

export interface ResultDoor extends ApiDoor {
  readonly imports: Turns;
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
    return inTurn(door.imports, async () => {
      const bounded = await withBoundedBody(request, importFileBytesLimit);
      return Response.json(await importResults(context, said, new Uint8Array(await bounded.arrayBuffer())));
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

function parametersOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

async function inTurn<T>(turns: Turns, work: () => Promise<T>): Promise<T> {
  if (turns.taken >= importsAtOnce) {
    const retryAfterSeconds = 2;
    throw new ServiceError("tooMany", "Other files are being imported.", {
      remedy: `Try again in ${retryAfterSeconds} s.`,
      retryAfterSeconds,
    });
  }
  turns.taken += 1;
  try {
    return await work();
  } finally {
    turns.taken -= 1;
  }
}

function streamed({ name, contentType, parts }: ExportedFile): Response {
  const headers = {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(streamOf(parts), { headers });
}

/** Nothing is read before it is asked for, and nothing more once whoever asked is gone. */
function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** A refusal as JSON, in the words of a procedure's. */
async function answered(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const refusal = asTrpcRefusal(error);
    if (refusal === undefined) throw error;
    const { cause } = refusal;
    const seconds = cause instanceof ServiceError ? cause.retryAfterSeconds : undefined;
    const headers = seconds === undefined ? undefined : { "retry-after": String(seconds) };
    const status = getHTTPStatusCodeFromError(refusal);
    return Response.json({ message: refusal.message, refusal: refusalOf(cause) }, { status, headers });
  }
}
