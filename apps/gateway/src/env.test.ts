import { expect, it } from "vitest";
import { readEnv } from "./env.ts";

it("has defaults for all but the database", () => {
  expect(readEnv({ DATABASE_URL: "postgresql://u:p@localhost/c" })).toEqual({
    databaseUrl: "postgresql://u:p@localhost/c",
    port: 4100,
    host: "127.0.0.1",
    logLevel: "info",
    serverUrl: undefined,
    packagesFolder: expect.stringMatching(/\/agent\/target\/packages$/),
    proxies: expect.objectContaining({ rules: [] }),
  });
});

it.each([
  ["https://crosspoint.example.net:8600/agents", true],
  ["http://[::1]:4100", true],
  ["https://x.example/$(reboot)", false],
  ["https://x.example/'; reboot; '", false],
  ["https://user:secret@x.example", false],
])("takes no address that could be more than one in a shell: %s", (GATEWAY_URL, taken) => {
  const read = () => readEnv({ DATABASE_URL: "postgresql://u:p@localhost/c", GATEWAY_URL }).serverUrl;
  if (taken) expect(read()).toBe(GATEWAY_URL);
  else expect(read).toThrow(/GATEWAY_URL: must be/);
});

it("names what is wrong, and never shows a value", () => {
  expect(() => readEnv({ DATABASE_URL: "mysql://secret", GATEWAY_PORT: "70000" })).toThrow(
    /DATABASE_URL: must be a postgresql.*GATEWAY_PORT/,
  );
  expect(() => readEnv({ DATABASE_URL: "mysql://secret" })).not.toThrow(/secret/);
});
