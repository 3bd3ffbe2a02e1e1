import { afterEach, expect, it, vi } from "vitest";
import { readSettings } from "./settings.ts";

afterEach(() => vi.unstubAllEnvs());

it("starts the local agent, unless it shows the demo or is told not to", () => {
  vi.stubEnv("DATABASE_URL", "");
  expect(readSettings([])).toMatchObject({ agent: true, demo: false });
  expect(readSettings(["--no-agent"])).toMatchObject({ agent: false, demo: false });
  expect(readSettings(["--demo"])).toMatchObject({ agent: false, demo: true });
});

it("refuses to put the demo into another database than its own", () => {
  vi.stubEnv("DATABASE_URL", "postgresql://db.example.net/crosspoint");
  expect(() => readSettings(["--demo"])).toThrow(/has a database of its own/);
});
