export { reachableByOthers } from "./binaries.ts";
export { EmbeddedPostgresError } from "./error.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  runningProductUrl,
  startEmbeddedPostgres,
} from "./server.ts";
