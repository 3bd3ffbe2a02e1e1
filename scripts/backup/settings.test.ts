import { expect, it } from "vitest";
import { readBackupSettings, readRestoreSettings } from "./settings.ts";

/** npm runs its scripts in the folder of package.json, and says in INIT_CWD where it was called. */
const environment = { INIT_CWD: "/srv/backups" };

it("reads paths as of where npm was called", () => {
  expect(readBackupSettings(["today.sql.gz"], environment)).toEqual({
    file: "/srv/backups/today.sql.gz",
    postgresql: undefined,
  });
  expect(readBackupSettings(["../today.sql.gz", "--postgresql", "postgresql-17"], environment)).toEqual({
    file: "/srv/today.sql.gz",
    postgresql: "/srv/backups/postgresql-17",
  });
  expect(readRestoreSettings(["/mnt/today.sql.gz"], environment).file).toBe("/mnt/today.sql.gz");
  expect(readRestoreSettings(["today.sql.gz"], {}).file).toBe(`${process.cwd()}/today.sql.gz`);
});

it("replaces what a database holds only where that is said", () => {
  expect(readRestoreSettings(["today.sql.gz"], environment).replace).toBe(false);
  expect(readRestoreSettings(["--replace", "today.sql.gz"], environment).replace).toBe(true);
});

it.each([
  [[], "Name one file."],
  [["a.sql.gz", "b.sql.gz"], "Name one file."],
  [["a.sql.gz", "--force"], "Unknown option '--force'"],
])("answers %j with how it is used", (args, message) => {
  expect(() => readBackupSettings(args, environment)).toThrow(refusal(message, "npm run backup -- FILE [--postgresql"));
  expect(() => readRestoreSettings(args, environment)).toThrow(refusal(message, "npm run restore -- FILE [--replace]"));
});

it("leaves a PostgreSQL of one's own to PostgreSQL's own programs", () => {
  const own = { ...environment, DATABASE_URL: "postgresql://crosspoint_app@db/crosspoint" };
  const refused = "DATABASE_URL is set: this is for the database that `npm start` runs itself.";
  expect(() => readBackupSettings(["a.sql.gz"], own)).toThrow(refusal(refused, "Use pg_dump"));
  expect(() => readRestoreSettings(["a.sql.gz"], own)).toThrow(refusal(refused, "Use pg_restore"));
  expect(readBackupSettings(["a.sql.gz"], { ...environment, DATABASE_URL: "" }).file).toBe("/srv/backups/a.sql.gz");
});

function refusal(message: string, remedy: string) {
  return expect.objectContaining({
    message: expect.stringContaining(message),
    remedy: expect.stringContaining(remedy),
  });
}
