/** What the product does, one file per verb: `@crosspoint/services/<entity>/<verb>`. This entry holds what they share. */
export * from "./access/actor.ts";
export { hasRight, type Right, requireRight } from "./access/rights.ts";
export type { ServiceContext } from "./context.ts";
export { databaseRefusal } from "./database-errors.ts";
export { ServiceError, type ServiceErrorCode } from "./errors.ts";
export { LiveListener } from "./live/listen.ts";
export type { LiveEvent } from "./live/topics.ts";
