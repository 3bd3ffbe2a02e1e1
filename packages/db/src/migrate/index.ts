export { applyMigrations } from "./apply.ts";
