import type { SqlRunner } from "@crosspoint/db";
import { Hono } from "hono";
import { pino } from "pino";
import { expect, it } from "vitest";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import { healthRoute } from "./health.ts";

it("asks the database once for all who ask meanwhile, and again for who asks after that", async () => {
  const answers: (() => void)[] = [];
  const probe = {
    $queryRaw: () => new Promise((resolve) => answers.push(() => resolve([]))),
  } as unknown as SqlRunner;
  const parts = { probe, logger: pino({ level: "silent" }) } as unknown as GatewayParts;
  const app = new Hono<GatewayTypes>().get("/healthz", healthRoute(parts));
  const ask = (times: number) => Promise.all(Array.from({ length: times }, async () => app.request("/healthz")));
  const first = ask(200);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  expect(new Set((await first).map(({ status }) => status))).toEqual(new Set([200]));
  const second = ask(1);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  expect((await second)[0]?.status).toBe(200);
});
