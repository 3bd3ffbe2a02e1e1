import { randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { verdictOfRank } from "@crosspoint/domain";
import type { AgentEvent, ControllerFacts, DriveLogs, SmartLog } from "@crosspoint/protocol";
import type { ServiceContext } from "../../context.ts";
import { ingestAlone } from "../../report/alone.ts";
import { rollUpSamples } from "../../telemetry/roll-up.ts";
import { addDrive, addHost, bareController } from "../../testing/fleet.ts";
import { judgePasts } from "../judge-past.ts";
import { markForToday } from "../mark-for-today.ts";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const bareLog: SmartLog = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 311,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 3,
  dataUnitsRead: "1000",
  dataUnitsWritten: "1000",
  hostReadCommands: "0",
  hostWriteCommands: "0",
  controllerBusyTimeMinutes: "0",
  powerCycles: "20",
  powerOnHours: "18376",
  unsafeShutdowns: "11",
  mediaErrors: "0",
  errorLogEntries: "0",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [],
};

const refusedLog = { kind: "commandFailed", detail: "get-log 02h: Invalid Log Page", remedy: "" };

/** A drive on a host whose agent tells samples, and a worker that comes whenever it is called. */
export interface JudgedDrive {
  readonly id: string;
  readonly hostId: string;
  /** Tells a sample of that time; it arrives then, or when it is said. */
  sample(time: Date, more?: Partial<SmartLog>, arrives?: Date): Promise<void>;
  /** Tells of that time what its logs say. */
  logs(time: Date, logs: Partial<DriveLogs>): Promise<void>;
  /** Tells of that time that the drive refuses its health log. */
  refuses(time: Date): Promise<void>;
  /** Does at that time what the worker does each minute and each day. */
  work(time: Date): Promise<void>;
  verdict(): Promise<string>;
  /** Rule, severity and value of what is open. */
  open(): Promise<string[]>;
}

export async function addJudgedDrive(
  db: Database,
  more: { readonly model?: string; readonly controller?: Partial<ControllerFacts>; readonly since: Date },
): Promise<JudgedDrive> {
  const { id: hostId } = await addHost(db);
  const drive = await addDrive(db, hostId, { ...(more.model === undefined ? {} : { model: more.model }) });
  await db.drive.update({
    where: { id: drive.id },
    data: { controller: { ...bareController, ...more.controller } as object, firstSeenAt: more.since },
  });
  await db.driveSighting.updateMany({ where: { driveId: drive.id }, data: { firstSeenAt: more.since } });
  await db.$transaction((tx) => refreshDriveLists(tx, [drive.id]));
  const identity = { pciVendorId: 0x8086, model: drive.model, serial: drive.serial };
  let sequence = 0;
  const tell = async (time: Date, said: object, arrives = time) => {
    sequence += 1;
    const event = { id: randomUUID(), timeMs: time.getTime(), sequence, drive: identity, ...said } as AgentEvent;
    const report = { hostId, now: arrives, agentTimeMs: arrives.getTime(), events: [event] };
    const refused = await ingestAlone(db, report);
    if (refused.size > 0) throw new Error(`refused: ${JSON.stringify([...refused.values()])}`);
  };
  return {
    id: drive.id,
    hostId,
    sample: async (time, log = {}, arrives = time) =>
      tell(time, { kind: "smart", log: { ...bareLog, ...log } }, arrives),
    logs: async (time, logs) => tell(time, { kind: "driveLogs", logs: { unread: [], ...logs } }),
    refuses: async (time) => tell(time, { kind: "driveProblem", problem: refusedLog }),
    work: async (time) => work(db, time),
    verdict: async () => {
      const { verdictRank } = await db.driveState.findUniqueOrThrow({ where: { driveId: drive.id } });
      return verdictOfRank(verdictRank);
    },
    open: async () => {
      const rows = await db.driveCondition.findMany({
        where: { driveId: drive.id, endedAt: null },
        orderBy: { rule: "asc" },
      });
      return rows.map(({ rule, severity, value }) => [rule, severity, value?.toFixed()].filter(Boolean).join(" "));
    },
  };
}

async function work(db: Database, now: Date): Promise<void> {
  const context: ServiceContext = { db, actor: { kind: "system", label: "test" }, now };
  await rollUpSamples(context);
  await markForToday(context);
  await judgePasts(context);
}
