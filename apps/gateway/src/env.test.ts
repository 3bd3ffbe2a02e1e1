import { expect, it } from "vitest";
import { readEnv } from "./env.ts";

it("has defaults for all but the database", () => {
  expect(readEnv({ DATABASE_URL: "postgresql://u:p@localhost/c" })).toEqual({
    databaseUrl: "postgresql://u:p@localhost/c",
    port: 4100,
    host: "127.0.0.1",
    logLevel: "info",
    proxies: expect.objectContaining({ rules: [] }),
  });
});

it("names what is wrong, and never shows a value", () => {
  expect(() => readEnv({ DATABASE_URL: "mysql://secret", GATEWAY_PORT: "70000" })).toThrow(
    /DATABASE_URL: must be a postgresql.*GATEWAY_PORT/,
  );
  expect(() => readEnv({ DATABASE_URL: "mysql://secret" })).not.toThrow(/secret/);
});
