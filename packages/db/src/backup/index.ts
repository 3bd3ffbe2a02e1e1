export { BackupError } from "./error.ts";
export { describeHeld } from "./held.ts";
export { loadBackup, requireOwnMigrations } from "./load.ts";
export { type BackupSummary, checkBackup } from "./read.ts";
export { writeBackup } from "./write.ts";
