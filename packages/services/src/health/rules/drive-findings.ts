import { findDriveModel } from "@crosspoint/catalog";
import { readFactsOfDrive } from "@crosspoint/db/queries/performance-facts";
import { readRecentPowerAndHeat } from "@crosspoint/db/queries/recent-power-and-heat";
import { type Finding, judgePerformance } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import type { ServiceContext } from "../../context.ts";
import { findingFacts, type HostFacts } from "./finding-facts.ts";

/** The range looked at, and the most by which a host's clock may be ahead. */
const dayMs = 86_400_000;

/** Everything that costs a drive performance where it is, by its newest words and its last day; nothing where it is nowhere. */
export async function findingsOf(
  { db, now }: ServiceContext,
  driveId: string,
  { smart, host }: { readonly smart: SmartLog | undefined; readonly host: HostFacts | undefined },
): Promise<Finding[]> {
  const stored = await readFactsOfDrive(db, driveId);
  if (stored === undefined) return [];
  const facts = findingFacts(stored, host);
  if (smart === undefined) return judgePerformance(facts);
  const [since, until] = [new Date(now.getTime() - dayMs), new Date(now.getTime() + dayMs)];
  const recent = await readRecentPowerAndHeat(db, { driveId, since, until, powerCycles: smart.powerCycles });
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
