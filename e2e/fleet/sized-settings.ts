import { thresholdsLimit } from "@crosspoint/services/health/rules/threshold-scope";
import { windowsLimit } from "@crosspoint/services/maintenance/rules/windows";
import { upgradeHostsLimit } from "@crosspoint/services/upgrade/rules/judge-hosts";
import { type Stack, servedAgent } from "../stack/stack.ts";

const who = "ada@example.com";

/** What people set and ask of a fleet: as much of it as there are drives and hosts to name, and as may be. */
export async function addSettings(stack: Stack): Promise<{ readonly upgrade: string }> {
  await addThresholds(stack);
  await addWindows(stack);
  return { upgrade: await addUpgrade(stack) };
}

async function addThresholds({ db }: Stack): Promise<void> {
  const drives = await db.drive.findMany({ select: { id: true }, orderBy: { serial: "asc" }, take: thresholdsLimit });
  const set = { rule: "percentageUsed", changedAt: new Date(), changedBy: who, why: "bought used" };
  await db.healthThreshold.createMany({
    data: drives.map(({ id }) => ({
      ...{ ...set, scope: "drive", scopeId: id },
      grades: [{ severity: "watch", at: 95 }],
    })),
    skipDuplicates: true,
  });
}

async function addWindows({ db }: Stack): Promise<void> {
  const hosts = await db.host.findMany({
    select: { id: true, hostname: true },
    orderBy: { hostname: "asc" },
    take: windowsLimit - (await db.maintenanceWindow.count()),
  });
  // The next night that is surely to come, whatever the zone.
  const from = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000);
  const beginsAt = from.toISOString().slice(0, 16);
  const at = { zone: "UTC", beginsAt, durationMinutes: 60, recurrence: "FREQ=DAILY" };
  const next = { nextFrom: from, nextUntil: new Date(from.getTime() + 3_600_000) };
  await db.maintenanceWindow.createMany({
    data: hosts.map(({ id, hostname }) => ({
      ...{ ...at, ...next, name: `Scrub of ${hostname}`, scope: "host" as const, hostId: id },
      ...{ createdBy: who, createdAt: new Date() },
    })),
  });
}

/** One that is over: every tenth agent went back. */
async function addUpgrade({ db }: Stack): Promise<string> {
  const hosts = await db.host.findMany({ select: { id: true }, orderBy: { hostname: "asc" }, take: upgradeHostsLimit });
  const upgrade = await db.agentUpgrade.create({
    data: {
      ...{ version: servedAgent, requestedBy: who, requestedAt: new Date() },
      leftOut: [{ hostname: "apt-1.example.net", reason: "It came by apt." }],
    },
  });
  const over = { upgradeId: upgrade.id, expiresAt: new Date(), answeredAt: new Date(), finishedAt: new Date() };
  const payload = { kind: "upgradeAgent", version: servedAgent, name: "", sha256: "0".repeat(64), bytes: 1 };
  await db.command.createMany({
    data: hosts.map(({ id }, index) => ({
      ...{ ...over, hostId: id, kind: payload.kind, payload },
      ...(index % 10 === 0
        ? {
            state: "failed" as const,
            reason: "the new agent ended before it had proved itself; version 0.0.9 runs again",
          }
        : { state: "succeeded" as const, reason: `0.0.9 → ${servedAgent}` }),
    })),
  });
  return upgrade.id;
}
