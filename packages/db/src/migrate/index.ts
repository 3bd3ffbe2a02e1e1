export { applyMigrations } from "./apply.ts";
export { diffScript } from "./diff.ts";
export { MigrationError } from "./failed.ts";
