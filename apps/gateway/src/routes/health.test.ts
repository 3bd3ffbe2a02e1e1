import type { SqlRunner } from "@crosspoint/db";
import { Hono } from "hono";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import { healthRoute } from "./health.ts";

/** A database that is asked, and answers when it is told to. */
function held() {
  const answers: (() => void)[] = [];
  const probe = {
    $queryRaw: () => new Promise((resolve) => answers.push(() => resolve([]))),
  } as unknown as SqlRunner;
  const parts = { probe, logger: pino({ level: "silent" }) } as unknown as GatewayParts;
  const app = new Hono<GatewayTypes>().get("/healthz", healthRoute(parts));
  const ask = async () => (await app.request("/healthz")).status;
  return { ask, answers };
}

afterEach(() => {
  vi.useRealTimers();
});

it("asks the database once for all who ask meanwhile, and again for who asks after that", async () => {
  const { ask, answers } = held();
  const first = Promise.all(Array.from({ length: 200 }, ask));
  expect(answers).toHaveLength(1);
  answers[0]?.();
  expect(new Set(await first)).toEqual(new Set([200]));
  const second = ask();
  expect(answers).toHaveLength(2);
  answers[1]?.();
  expect(await second).toBe(200);
});

it("says after three seconds that a database is away which does not answer", async () => {
  vi.useFakeTimers();
  const said = vi.fn();
  void held().ask().then(said);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(said).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toHaveBeenCalledWith(503);
});
