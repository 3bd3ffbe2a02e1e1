/** The thread in which one file is read; see read-in-thread.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { answerImport, type ImportRequest } from "./read-import.ts";

parentPort?.postMessage(answerImport(workerData as ImportRequest));
