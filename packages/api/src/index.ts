/** The typed API of the browser: thin routers over services' verbs. */
export type { ApiContext } from "./context.ts";
export type { Refusal } from "./errors.ts";
export { type ApiDoor, answerApi, newCallBuckets } from "./http/answer-api.ts";
export { sendComparison } from "./http/comparison-files.ts";
export { sendDrives } from "./http/drive-files.ts";
export {
  type ImportPlaces,
  newImportPlaces,
  type ResultDoor,
  receiveResults,
  sendAudit,
  sendResults,
} from "./http/result-files.ts";
export { type AppRouter, appRouter, createCaller } from "./root.ts";
export type { LiveChange, LiveMessage } from "./routers/live.ts";
