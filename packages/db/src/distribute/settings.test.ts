import { expect, it } from "vitest";
import { distributeSettings, urlOn } from "./settings.ts";

const env = {
  CITUS_ADMIN_URL: "postgresql://postgres:p%40ss@db-0/crosspoint",
  CITUS_WORKERS: "db-1, db-2:5433",
  DATABASE_URL: "postgresql://crosspoint_app:secret@db-0:5432/crosspoint",
};

it("reads nodes and roles, with PostgreSQL's own port where none is given", () => {
  expect(distributeSettings(env)).toEqual({
    adminUrl: env.CITUS_ADMIN_URL,
    coordinator: { host: "db-0", port: 5432 },
    workers: [
      { host: "db-1", port: 5432 },
      { host: "db-2", port: 5433 },
    ],
    application: "crosspoint_app",
    shards: undefined,
  });
  const other = distributeSettings({ ...env, CITUS_COORDINATOR: "10.0.0.1:6000", CITUS_SHARDS: "16" });
  expect([other.coordinator, other.shards]).toEqual([{ host: "10.0.0.1", port: 6000 }, 16]);
});

it("connects to a worker as to the coordinator", () => {
  expect(urlOn(env.CITUS_ADMIN_URL, { host: "db-2", port: 5433 })).toBe(
    "postgresql://postgres:p%40ss@db-2:5433/crosspoint",
  );
});

it.each([
  ["CITUS_ADMIN_URL", undefined, "CITUS_ADMIN_URL is not set."],
  ["CITUS_ADMIN_URL", "db-0", "CITUS_ADMIN_URL is no address of a database."],
  ["CITUS_WORKERS", "db-1,,db-2", 'CITUS_WORKERS: "" is no host and port.'],
  ["CITUS_WORKERS", "db-1,db-1:5432", "CITUS_WORKERS names a worker twice, or too many."],
  ["CITUS_SHARDS", "0", "CITUS_SHARDS is 0."],
])("refuses %s=%s", (name, value, message) => {
  expect(() => distributeSettings({ ...env, [name]: value })).toThrow(message);
});
