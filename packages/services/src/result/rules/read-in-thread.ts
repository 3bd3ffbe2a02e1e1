import { Worker } from "node:worker_threads";
import type { ImportAnswer, ImportRequest } from "./read-import.ts";

/** What one file may take. */
export interface ReadingLimits {
  readonly seconds: number;
  /** Of what JavaScript holds. */
  readonly megabytes: number;
}

/** Several times what the largest file needs that keeps to the limits of what is read; a slow machine has room too. */
export const readingLimits: ReadingLimits = { seconds: 30, megabytes: 1024 };

/** Reads a file elsewhere, however long it takes; `signal` is that of whoever waits for it. */
export type ImportReader = (request: ImportRequest, signal?: AbortSignal) => Promise<ImportAnswer>;

/**
 * Reads each file in a thread of its own, which ends with it: while a file is read, the process answers others, and one that
 * takes too long or too much is refused and leaves nothing behind. The bytes of the file are handed over, not copied.
 */
export function readInThreads(limits: ReadingLimits = readingLimits): ImportReader {
  return (request, signal) => readInThread(request, limits, signal);
}

async function readInThread(
  request: ImportRequest,
  { seconds, megabytes }: ReadingLimits,
  signal: AbortSignal | undefined,
): Promise<ImportAnswer> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL("./read-import.thread.ts", import.meta.url), {
    workerData: request,
    transferList: [request.file.buffer],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    env: {},
    execArgv: [],
  });
  const refused = (message: string): ImportAnswer => ({ kind: "refused", path: "", message });
  const { promise, resolve, reject } = Promise.withResolvers<ImportAnswer>();
  const timer = setTimeout(
    () => resolve(refused(`Reading the file took longer than ${seconds} s. Divide it.`)),
    seconds * 1000,
  );
  const stop = () => reject(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") reject(error);
    else resolve(refused(`Reading the file takes more than ${megabytes} MB of memory. Divide it.`));
  });
  thread.once("exit", () => reject(new Error(`The thread that read ${request.fileName} ended without an answer.`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    await thread.terminate();
  }
}
