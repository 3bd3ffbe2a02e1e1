import type { Database } from "@crosspoint/db";
import { expect } from "vitest";

/** Nothing of a refused launch may stay behind. */
export async function expectNothingLeft(
  db: Database,
  launch: () => Promise<unknown>,
  refusal: Record<string, unknown>,
): Promise<void> {
  const counts = () =>
    Promise.all([db.benchmarkRun.count(), db.command.count(), db.auditEntry.count(), db.benchmarkPoint.count()]);
  const before = await counts();
  await expect(launch()).rejects.toMatchObject({ name: "ServiceError", ...refusal });
  expect(await counts()).toEqual(before);
}
