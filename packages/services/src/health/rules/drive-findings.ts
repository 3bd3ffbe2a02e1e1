import { findDriveModel } from "@crosspoint/catalog";
import { readFactsOfDrives, type StoredPerformanceFacts } from "@crosspoint/db/queries/performance-facts";
import { type RecentPowerAndHeat, readRecentPowerAndHeat } from "@crosspoint/db/queries/recent-power-and-heat";
import { type Finding, judgePerformance } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import type { ServiceContext } from "../../context.ts";
import { findingFacts, type HostFacts } from "./finding-facts.ts";

/** The range looked at, and the most by which a host's clock may be ahead. */
const dayMs = 86_400_000;

/** A drive with what it and its host told last. */
export interface PlacedDrive {
  readonly driveId: string;
  readonly smart: SmartLog | undefined;
  readonly host: HostFacts | undefined;
}

/** What is stored of a drive where it is, and what costs it performance there. */
export interface DriveFindings {
  readonly stored: StoredPerformanceFacts;
  readonly findings: readonly Finding[];
}

/** Everything that costs drives performance where they are, by their newest words and their last day; without those that are nowhere. */
export async function findingsOf(
  { db, now }: ServiceContext,
  drives: readonly PlacedDrive[],
): Promise<Map<string, DriveFindings>> {
  const sampled = drives.flatMap(({ driveId, smart }) =>
    smart === undefined ? [] : [{ driveId, powerCycles: smart.powerCycles }],
  );
  const lastDay = { since: new Date(now.getTime() - dayMs), until: new Date(now.getTime() + dayMs) };
  const [facts, recent] = await Promise.all([
    readFactsOfDrives(
      db,
      drives.map(({ driveId }) => driveId),
    ),
    sampled.length === 0 ? new Map<string, RecentPowerAndHeat>() : readRecentPowerAndHeat(db, sampled, lastDay),
  ]);
  const byId = new Map(drives.map((drive) => [drive.driveId, drive]));
  return new Map(
    facts.map((stored) => {
      const drive = byId.get(stored.id);
      return [stored.id, { stored, findings: judged(stored, drive, recent.get(stored.id), now) }];
    }),
  );
}

function judged(
  stored: StoredPerformanceFacts,
  drive: PlacedDrive | undefined,
  recent: RecentPowerAndHeat | undefined,
  now: Date,
): Finding[] {
  const facts = findingFacts(stored, drive?.host);
  const smart = drive?.smart;
  if (smart === undefined || recent === undefined) return judgePerformance(facts);
  const hours = findDriveModel(stored.model)?.model.wear?.backgroundRefreshHoursAfterPowerOn;
  return judgePerformance({
    ...facts,
    thermal: facts.thermal && {
      ...facts.thermal,
      warningMinutesLastDay: growth(smart.warningTemperatureTimeMinutes, recent.warningMinutes),
      transitionsLastDay: growth(transitionsOf(smart), recent.transitions),
    },
    refresh:
      hours === undefined
        ? undefined
        : {
            hoursAfterPowerOn: hours,
            poweredOnAfterMs: recent.lastBeforePowerOn?.getTime(),
            poweredOnBeforeMs: recent.firstSincePowerOn?.getTime(),
            nowMs: now.getTime(),
          },
  });
}

/** A counter that fell was set back: how much it grew is not known. */
function growth(now: number | undefined, before: number | null): number | undefined {
  return now === undefined || before === null || now < before ? undefined : now - before;
}

function transitionsOf({ thermalManagement1Transitions, thermalManagement2Transitions }: SmartLog) {
  if (thermalManagement1Transitions === undefined || thermalManagement2Transitions === undefined) return undefined;
  return thermalManagement1Transitions + thermalManagement2Transitions;
}
