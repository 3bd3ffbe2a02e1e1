export { reachableByOthers } from "./binaries.ts";
export { EmbeddedPostgresError } from "./error.ts";
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./server.ts";
