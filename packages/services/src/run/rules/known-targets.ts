import { findLatestSamples } from "@crosspoint/db/queries/find-latest-samples";
import type { Finding } from "@crosspoint/domain";
import type { ServiceContext } from "../../context.ts";
import { hearableUntil } from "../../health/gateway-pulse.ts";
import { type DriveFindings, findingsOf } from "../../health/rules/drive-findings.ts";
import { readSmart } from "../../stored/drive.ts";
import { readEnvironment } from "../../stored/host.ts";
import { type FactsOfTarget, readWriteSpeeds, targetFacts } from "./drive-facts.ts";
import type { SettledDrive } from "./settings.ts";
import type { Target } from "./target.ts";

/** What costs a drive performance where it is. */
export interface FindingsOfDrive {
  readonly driveId: string;
  readonly serial: string;
  readonly findings: readonly Finding[];
}

/** What is stored of some targets that bears on a plan. */
export interface KnownTargets {
  /** Until when their hosts could report: no host is silent while no gateway runs. */
  readonly hearableUntil: Date;
  readonly factsOf: (target: Target, settled: SettledDrive | undefined) => FactsOfTarget;
  readonly findingsOf: (target: Target) => readonly FindingsOfDrive[];
}

/** Reads what is stored of all targets at once: a batch may have hundreds of them. */
export async function readKnownTargets(context: ServiceContext, targets: readonly Target[]): Promise<KnownTargets> {
  const [speeds, found, hearable] = await Promise.all([
    readWriteSpeeds(context.db, targets),
    readFindings(context, targets),
    hearableUntil(context.db, context.now),
  ]);
  const storedOf = (target: Target) => (target.kind === "namespace" ? found.get(target.drive.id)?.stored : undefined);
  return {
    hearableUntil: hearable,
    factsOf: (target, settled) => targetFacts(target, { speeds, stored: storedOf(target), settled }),
    findingsOf: ({ drives }) =>
      drives.flatMap(({ id, serial }) => {
        const findings = found.get(id)?.findings ?? [];
        return findings.length === 0 ? [] : [{ driveId: id, serial, findings }];
      }),
  };
}

async function readFindings(context: ServiceContext, targets: readonly Target[]): Promise<Map<string, DriveFindings>> {
  const drives = targets.flatMap(({ drives, host }) => drives.map(({ id }) => ({ driveId: id, hostId: host.id })));
  if (drives.length === 0) return new Map();
  const { db } = context;
  const [latest, hosts] = await Promise.all([
    findLatestSamples(
      db,
      drives.map(({ driveId }) => driveId),
    ),
    db.host.findMany({
      where: { id: { in: [...new Set(drives.map(({ hostId }) => hostId))] } },
      select: { id: true, environment: true },
    }),
  ]);
  const smarts = new Map(latest.map(({ driveId, smart }) => [driveId, readSmart(smart)]));
  const environments = new Map(hosts.map(({ id, environment }) => [id, readEnvironment(environment)]));
  return findingsOf(
    context,
    drives.map(({ driveId, hostId }) => ({ driveId, smart: smarts.get(driveId), host: environments.get(hostId) })),
  );
}
