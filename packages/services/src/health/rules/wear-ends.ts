import type { WearEndRange } from "@crosspoint/db/queries/wear-end";
import { z } from "zod";
import { monthName, monthNamed, monthStart, monthsToCome } from "./months.ts";

/** "2026-11", or what is no month. */
export const wearEndChoice = z.union([
  z.enum(["reached", "later", "notEnoughData"]),
  z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
]);
export type WearEndChoice = z.infer<typeof wearEndChoice>;

/** What the choice stands for: this month has those whose date has passed, too; `later` is after the last month ahead. */
export function wearEndRange(choice: WearEndChoice, now: Date): WearEndRange {
  if (choice === "reached" || choice === "notEnoughData") return { kind: choice };
  if (choice === "later") return { kind: "later", from: monthStart(now, monthsToCome(now).length) };
  const begins = monthNamed(choice);
  const isThis = begins.getTime() === monthStart(now).getTime();
  return { kind: "forecast", from: isThis ? undefined : begins, to: monthStart(begins, 1) };
}

/** What can be asked for: what is past its limit, each month ahead, and the rest. */
export function wearEndChoices(now: Date): WearEndChoice[] {
  return ["reached", ...monthsToCome(now).map(monthName), "later", "notEnoughData"];
}
