import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cursorOf, timeInKey } from "./cursor.ts";

const id = "00000000-0000-4000-8000-000000000001";
const byTime = cursorOf(z.tuple([timeInKey, z.uuid()]));

describe("cursorOf", () => {
  it("hands a key back as it was, a date to the millisecond", () => {
    const text = byTime.write([new Date("2026-11-22T03:04:05.678Z"), id]);
    expect(byTime.text.safeParse(text).success).toBe(true);
    expect(byTime.read(text)).toEqual([new Date("2026-11-22T03:04:05.678Z"), id]);
  });

  it("has no key for the first page", () => {
    expect(byTime.read(undefined)).toBeUndefined();
  });

  it.each([
    "",
    "0",
    "not a cursor",
    cursorOf(z.tuple([z.string(), z.uuid()])).write(["stor-1", id]),
    Buffer.from(`["2026-11-22","x"]`).toString("base64url"),
    Buffer.from("[".repeat(400)).toString("base64url"),
    "A".repeat(601),
  ])("refuses %j", (text) => {
    expect(byTime.text.safeParse(text).success).toBe(false);
  });
});
