/** What the product does, one file per verb: `@crosspoint/services/<entity>/<verb>`. This entry holds what they share. */
export * from "./actor.ts";
export type { ServiceContext } from "./context.ts";
export { databaseRefusal } from "./database-errors.ts";
export { ServiceError, type ServiceErrorCode } from "./errors.ts";
export { LiveListener } from "./live/listen.ts";
export type { LiveNews } from "./live/recent.ts";
export type { LiveEvent } from "./live/topics.ts";
export { hasRight, type Right, requireRight } from "./rights.ts";
