import {
  type DriveLogsRow,
  readDriveLogs,
  type WrittenDriveLogs,
  writeDriveLogs,
} from "@crosspoint/db/queries/drive-logs";
import { markSampledHours } from "@crosspoint/db/queries/mark-sampled-hours";
import { capacitorOf, type LogHistory, withReading } from "@crosspoint/domain";
import type { AgentEventOf } from "@crosspoint/protocol";
import { LockedDrives } from "../../drive/rules/locked-drives.ts";
import { logHistoryText, readLogHistory } from "../../stored/drive-logs.ts";
import { compareMoments, firstMoment, isNewer, type Moment, momentOf } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { logReadingOf } from "./log-reading.ts";

type LogsEvent = AgentEventOf<"driveLogs">;

/**
 * Counts on from what drives told of their logs before. Counters only rise, so that an older word, delivered late, adds nothing, and
 * is left out. Their growth is judged by the worker, once the hour is over in which they were told.
 */
export async function applyDriveLogs(scope: IngestScope, events: readonly LogsEvent[]): Promise<void> {
  const drives = await LockedDrives.lock(
    scope,
    events.map((event) => event.drive),
    firstMoment(scope, events),
  );
  const told = events
    .map((event) => ({ event, driveId: drives.get(event.drive).id, moment: momentOf(scope, event) }))
    .toSorted((a, b) => compareMoments(a.moment, b.moment));
  const stored = await readDriveLogs(scope.tx, [...new Set(told.map(({ driveId }) => driveId))]);
  const rows = new Map(stored.map((row) => [row.driveId, known(row)]));
  const changed = new Map<string, WrittenDriveLogs>();
  for (const { event, driveId, moment } of told) {
    const before = rows.get(driveId);
    if (isNewer(before?.moment, moment)) continue;
    const history = withReading(before?.history, logReadingOf(event.logs, moment.time.getTime()));
    rows.set(driveId, { moment, history });
    changed.set(driveId, written(driveId, event, moment, history));
  }
  if (changed.size > 0) {
    await writeDriveLogs(scope.tx, [...changed.values()]);
    // Mostly its samples do; a drive that refuses its health log has none.
    await markSampledHours(
      scope.tx,
      [...changed.values()].map(({ driveId, toldAt }) => ({ driveId, timeMs: toldAt.getTime() })),
    );
  }
  for (const driveId of changed.keys()) scope.changes.drive(driveId);
}

function known({ toldAt, hostId, sequence, history }: DriveLogsRow) {
  const moment: Moment = { time: toldAt, hostId, sequence: sequence ?? undefined };
  return { moment, history: readLogHistory(history) };
}

function written(driveId: string, { logs }: LogsEvent, moment: Moment, history: LogHistory): WrittenDriveLogs {
  return {
    driveId,
    toldAt: moment.time,
    hostId: moment.hostId,
    sequence: moment.sequence ?? null,
    logs: JSON.stringify(logs),
    history: logHistoryText(history),
    capacitorPercent: capacitorOf(history.days)?.percent ?? null,
  };
}
