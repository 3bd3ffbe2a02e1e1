import type { LogReading } from "@crosspoint/domain";
import type { DriveLogs } from "@crosspoint/protocol";

/** What an agent told of a drive's logs, as it is counted on from reading to reading. */
export function logReadingOf(logs: DriveLogs, atMs: number): LogReading {
  const { media, errors } = logs;
  return {
    atMs,
    boot: logs.boot,
    counters: {
      badBlocks: wide(media?.badBlocks),
      endToEndErrors: wide(media?.endToEndErrors),
      incompleteShutdowns: wide(media?.incompleteShutdowns),
      ...hostCounters(logs),
    },
    errors: errors && {
      newestCount: BigInt(errors.newestCount),
      entries: errors.entries.map(({ errorCount, status }) => ({ errorCount: BigInt(errorCount), status })),
    },
    media: mediaOf(logs),
    capacitorPercent: media?.capacitorPercent,
  };
}

/** What a kernel counts that does not say since when is not compared with anything. */
function hostCounters({ boot, kernel, link, media }: DriveLogs): LogReading["counters"] {
  const own = wide(media?.linkCorrectableErrors);
  const told = boot === undefined ? undefined : link;
  const ownCounts = told?.drive === undefined ? { ownCorrectable: own } : {};
  if (boot === undefined) return ownCounts;
  const uncorrectable = (end: "drive" | "port") => {
    const errors = link?.[end];
    return errors && wide(errors.nonFatal + errors.fatal);
  };
  return {
    ...ownCounts,
    controllerResets: wide(kernel?.resets),
    failedCommands: wide(kernel?.failedCommands),
    driveCorrectable: wide(link?.drive?.correctable),
    portCorrectable: wide(link?.port?.correctable),
    driveUncorrectable: uncorrectable("drive"),
    portUncorrectable: uncorrectable("port"),
  };
}

function mediaOf({ media, dataUnitsWritten }: DriveLogs): LogReading["media"] {
  if (media?.bytesWritten === undefined || dataUnitsWritten === undefined) return undefined;
  return { bytesWritten: BigInt(media.bytesWritten), unitsWritten: BigInt(dataUnitsWritten) };
}

function wide(value: string | number | undefined): bigint | undefined {
  return value === undefined ? undefined : BigInt(value);
}
