export { diffScript } from "./diff.ts";
export { MigrationError } from "./failed.ts";
export { bringUpToDate, type DatabaseUrls } from "./up-to-date.ts";
