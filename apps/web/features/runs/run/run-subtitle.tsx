import { formatBlockSize, formatDuration, formatRaidLevel } from "@crosspoint/domain";
import Link from "next/link";
import { ExactTime } from "@/ui/time";
import { type Run, runName } from "./run-detail";

/** Where and when a run was done, and by whom. */
export function RunSubtitle({ run }: { run: Run }) {
  const { startedAt, finishedAt, requestedAt, requestedBy, settings, batchId } = run;
  const isFile = run.scratchFileId !== undefined;
  const place = [...(runName(run) === run.planName ? [] : [run.planName]), run.hostname].filter(Boolean).join(", ");
  return (
    <span className="flex flex-wrap gap-x-3">
      {place === "" && !isFile ? null : (
        <span>
          {place}
          {isFile ? <span className="font-mono text-table"> {run.targetLabel}</span> : null}
        </span>
      )}
      {run.productName === undefined ? null : <span>{run.model}</span>}
      {run.volume === undefined ? null : <VolumeWords volume={run.volume} />}
      <span>
        {startedAt !== undefined ? "started" : run.tool === undefined ? "requested" : "imported"}{" "}
        <ExactTime time={startedAt ?? requestedAt} />
      </span>
      {startedAt !== undefined && finishedAt !== undefined ? (
        <span>took {formatDuration(finishedAt.getTime() - startedAt.getTime())}</span>
      ) : null}
      {requestedBy ? <span>by {requestedBy}</span> : null}
      {batchId === undefined ? null : (
        <Link href={`/benchmarks/batches/${batchId}`} className="text-accent hover:underline">
          Batch
        </Link>
      )}
      {settings.length > 0 ? <span>with {settings.join(", ")}, put back afterwards</span> : null}
    </span>
  );
}

/** What the volume was made of when the run was asked for. */
function VolumeWords({ volume: { level, chunkBytes, members } }: { volume: NonNullable<Run["volume"]> }) {
  return (
    <span>
      {formatRaidLevel(level)}
      {chunkBytes === undefined ? "" : `, ${formatBlockSize(chunkBytes).text} chunks`}, drives{" "}
      {members.map(({ driveId, serial, partition }, index) => (
        <span key={`${driveId}.${partition ?? 0}`}>
          {index === 0 ? "" : ", "}
          <Link href={`/drives/${driveId}`} className="font-mono text-accent hover:underline">
            {serial}
          </Link>
        </span>
      ))}
    </span>
  );
}
