import type { Database } from "@crosspoint/db";

/** A saved plan with two versions, as the product stores them; returns its id. */
export async function storePlan(db: Database, name: string, steps: readonly object[]): Promise<string> {
  const createdBy = "somebody.with.a.long.address@storage.example.com";
  const plan = await db.savedPlan.create({ data: { name, latestVersion: 2, createdBy, createdAt: new Date() } });
  for (const version of [1, 2]) {
    await db.savedPlanVersion.create({
      data: {
        ...{ planId: plan.id, version, note: "what changed", savedBy: createdBy, savedAt: new Date() },
        ...{ planHash: "0".repeat(64), pointsPlanned: 1, plannedSeconds: 60 * version },
        document: { id: plan.id, name, readsOnly: false, description: `Version ${version}`, steps: [...steps] },
      },
    });
  }
  return plan.id;
}
