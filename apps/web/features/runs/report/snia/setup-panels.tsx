import {
  formatBlockSize,
  formatBytes,
  formatCount,
  formatDuration,
  totalDepthOf,
  workloadOf,
} from "@crosspoint/domain";
import Link from "next/link";
import type { ReactNode } from "react";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { ExactTime } from "@/ui/time";
import type { MeasuredRounds } from "../../run/rounds/rounds-of";
import { isPrecondition, type Point, type Run, timingOf } from "../../run/run-detail";
import { preparationOf } from "./preparation";

type Entry = readonly [term: string, value: ReactNode];

/** What was not recorded is said, not left out: a reader of the report looks for it. */
const notRecorded = <span className="text-muted">not recorded</span>;

function Entries({ title, entries, note }: { title: string; entries: readonly Entry[]; note?: string }) {
  return (
    <Panel title={title} {...(note === undefined ? {} : { note })}>
      <DefinitionList>
        {entries.map(([term, value]) => (
          <Definition key={term} term={term}>
            <span className="wrap-anywhere">{value ?? notRecorded}</span>
          </Definition>
        ))}
      </DefinitionList>
    </Panel>
  );
}

function environmentOf({ points }: Run): Point["environment"] {
  return points.find((point) => point.environment !== undefined)?.environment;
}

/** The device under test. */
export function DevicePanel({ run }: { run: Run }) {
  const environment = environmentOf(run);
  const { device } = run.report;
  return (
    <Entries
      title="Device under test"
      entries={[
        ["Product", run.productName],
        ["Model", run.model ?? run.targetLabel],
        ["Serial", run.serial],
        ["Firmware", environment?.firmware ?? device?.firmware],
        ["Capacity", device?.sizeBytes === undefined ? undefined : capacityWords(device.sizeBytes)],
        ["Namespace", device?.nsid],
        ["LBA size", blockWords(environment?.logicalBlockBytes ?? device?.blockBytes)],
        ["Interface", environment?.pcieLink === undefined ? "NVMe" : `NVMe, ${environment.pcieLink}`],
      ]}
    />
  );
}

function capacityWords(bytes: number): string {
  return `${formatBytes(bytes).text} (${formatCount(bytes)} bytes)`;
}

function blockWords(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : formatBlockSize(bytes).text;
}

/** The host, and what measured. */
export function PlatformPanel({ run }: { run: Run }) {
  const environment = environmentOf(run);
  const cpu = environment?.cpuModel;
  return (
    <Entries
      title="Test platform"
      entries={[
        ["Host", run.hostname],
        ["CPU", cpu && environment.cpuCount ? `${cpu}, ${environment.cpuCount} CPUs` : cpu],
        ["CPU governor", environment?.governor],
        ["Memory", undefined],
        ["Kernel", environment?.kernel],
        ["I/O scheduler", environment?.scheduler],
        ["Test tool", environment?.toolVersion],
        ["Engine", environment?.engineFlags.join(", ") || undefined],
      ]}
    />
  );
}

/** Test, purge, preconditioning and write cache. */
export function PreparationPanel({ run }: { run: Run }) {
  const { purge, conditioning } = preparationOf(run);
  return (
    <Entries
      title="Test and preparation"
      entries={[
        ["Test", run.planName],
        ["Method", methodOf(run)],
        ["Started", timeOf(run.startedAt)],
        ["Finished", timeOf(run.finishedAt)],
        ["Requested by", run.requestedBy],
        ["Run", run.id],
        ["Plan hash", run.planHash],
        ["Purge", purge],
        ["Preconditioning", conditioning],
        ["Volatile write cache", environmentOf(run)?.writeCache],
      ]}
    />
  );
}

function timeOf(time: Date | undefined): ReactNode {
  return time === undefined ? undefined : <ExactTime time={time} />;
}

function methodOf({ report: { method } }: Run): ReactNode {
  return method === undefined || method.sources.length === 0 ? "own plan" : <Sources sources={method.sources} />;
}

function Sources({ sources }: { sources: NonNullable<Run["report"]["method"]>["sources"] }) {
  return sources.map(({ id, title }, index) => (
    <span key={id}>
      {index === 0 ? null : "; "}
      <Link href={`/catalog/sources#${id}`} className="underline decoration-dotted">
        {title}
      </Link>
    </span>
  ));
}

/** What one round asks of the drive. */
export function WorkloadPanel({ rounds: { step, points } }: { run: Run; rounds: MeasuredRounds }) {
  const body = points.filter((point) => !isPrecondition(point) && point.round === (points[0]?.round ?? 0));
  const of = (read: (point: Point) => string | undefined) =>
    [...new Set(body.flatMap((point) => read(point) ?? []))].join(", ");
  const tracked = step.until.tracked.map(({ metric, blockBytes, readPercent }) =>
    [metricWords[metric], blockWords(blockBytes), readPercent === undefined ? undefined : `${readPercent} % reads`]
      .filter((word) => word !== undefined)
      .join(", "),
  );
  return (
    <Entries
      title="Workload"
      entries={[
        ["Access", of(({ spec }) => spec.pattern)],
        ["Block sizes", of(({ spec }) => blockWords(spec.blockBytes) ?? "mixed")],
        ["Reads/writes", of(({ spec }) => `${spec.readPercent}/${100 - spec.readPercent}`)],
        [
          "Threads",
          of(({ spec }) =>
            spec.depth.kind === "perThread" ? String(spec.depth.threads) : `up to ${spec.depth.threadsMax}`,
          ),
        ],
        ["Outstanding I/Os", of(({ spec }) => String(totalDepthOf(workloadOf(spec))))],
        ["Active range", of(({ spec }) => `${spec.spanPercent} % of the target`)],
        ["Data", of(({ spec }) => spec.data)],
        ["Time of a load", of(({ spec }) => formatDuration(timingOf(spec).totalMs - timingOf(spec).rampMs))],
        ["Rounds", `until steady state, ${step.roundsMax} at most`],
        ["Tracked figure", tracked.join("; ")],
        ["Steady state", criterionWords(step.until)],
      ]}
    />
  );
}

const metricWords = { iops: "IOPS", bandwidth: "throughput", meanLatency: "mean latency" } as const;

function criterionWords({ windowRounds, excursionPercent, slopePercent }: MeasuredRounds["step"]["until"]): string {
  return (
    `in a window of ${windowRounds} rounds, largest minus smallest value at most ${excursionPercent} % of the average, ` +
    `and the fitted line's change at most ${slopePercent} % of it`
  );
}
