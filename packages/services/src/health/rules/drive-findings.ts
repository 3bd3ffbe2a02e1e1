import { findDriveModel } from "@crosspoint/catalog";
import { readRecentPowerAndHeat } from "@crosspoint/db/queries/recent-power-and-heat";
import { type Finding, judgePerformance } from "@crosspoint/domain";
import type { SmartLog } from "@crosspoint/protocol";
import type { ServiceContext } from "../../context.ts";
import { findingFacts, type StoredFacts } from "./finding-facts.ts";

/** The range looked at, and the most by which a host's clock may be ahead. */
const dayMs = 86_400_000;

/** Everything that costs a drive performance where it is, by its newest words and its last day. */
export async function findingsOf(context: ServiceContext, driveId: string, stored: StoredFacts): Promise<Finding[]> {
  const facts = findingFacts(stored);
  const { smart } = stored;
  if (smart === undefined) return judgePerformance(facts);
  const [since, until] = [new Date(context.now.getTime() - dayMs), new Date(context.now.getTime() + dayMs)];
  const recent = await readRecentPowerAndHeat(context.db, { driveId, since, until, powerCycles: smart.powerCycles });
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
            nowMs: context.now.getTime(),
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
