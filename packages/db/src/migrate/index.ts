export { applyMigrations } from "./apply.ts";
export { diffScript } from "./diff.ts";
