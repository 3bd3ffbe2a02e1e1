import { CalendarCheck, CalendarClock, CalendarX, Pause } from "lucide-react";
import Link from "next/link";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, Row } from "@/ui/table";
import { ExactTime, RelativeTime } from "@/ui/time";
import { weeklyWords } from "./rhythm-words";
import type { Schedule } from "./schedule";
import { ScheduleActions } from "./schedule-actions";

const looks = {
  active: { word: "Active", icon: CalendarClock, tone: "good" },
  paused: { word: "Paused", icon: Pause, tone: "neutral" },
  ended: { word: "Over", icon: CalendarCheck, tone: "neutral" },
} as const satisfies Record<Schedule["state"], object>;

export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const { name, planName, createdBy, state, rhythm, nextDueAt } = schedule;
  return (
    <Row className="hover:bg-hover">
      <Cell>
        <Badge {...looks[state]} plain />
      </Cell>
      <Cell className="wrap-anywhere min-w-40">
        <span className="font-medium">{name}</span>
        <span className="block text-muted">
          {planName} on <Targets schedule={schedule} />
        </span>
        <span className="block text-muted">by {createdBy}</span>
      </Cell>
      <Cell label="When" className="wrap-anywhere">
        {rhythm.kind === "weekly" ? (
          weeklyWords(rhythm)
        ) : (
          <>
            Once, <ExactTime time={rhythm.at} />
          </>
        )}
        <span className="block text-muted">{sharingWords(schedule)}</span>
      </Cell>
      <Cell label="Next">
        {nextDueAt === undefined ? <NotKnown why={state === "paused" ? "paused" : "over"} /> : <Due time={nextDueAt} />}
      </Cell>
      <Cell label="Last launch" className="wrap-anywhere">
        <LastLaunch schedule={schedule} />
      </Cell>
      <Cell className="text-right">
        <ScheduleActions schedule={schedule} />
      </Cell>
    </Row>
  );
}

function Due({ time }: { time: Date }) {
  return (
    <>
      <ExactTime time={time} />
      <span className="block text-muted">
        <RelativeTime time={time} />
      </span>
    </>
  );
}

const namedTargets = 3;

/** The first few by their names, all of them on hover. */
function Targets({ schedule: { targets } }: { schedule: Schedule }) {
  const labels = targets.map(({ label, hostname }) => (label.startsWith(hostname) ? label : `${label} in ${hostname}`));
  if (labels.length <= namedTargets) return labels.join("; ");
  return <span title={labels.join("\n")}>{labels.length} targets</span>;
}

function sharingWords({ targets, startTogether, parallelOnHost }: Schedule): string {
  if (targets.length === 1) return parallelOnHost ? "may run beside others" : "";
  if (startTogether) return "all together";
  return parallelOnHost ? "may run beside others" : "one per host at a time";
}

function LastLaunch({ schedule: { id, firedAt, lastBatchId, missed } }: { schedule: Schedule }) {
  return (
    <>
      {firedAt === undefined ? (
        <NotKnown why="not launched yet" />
      ) : lastBatchId === undefined ? (
        <ExactTime time={firedAt} />
      ) : (
        <span className="flex flex-wrap gap-x-3">
          <Link href={`/benchmarks/batches/${lastBatchId}`} className="text-accent hover:underline">
            <ExactTime time={firedAt} />
          </Link>
          <Link href={`/benchmarks/batches?schedule=${id}`} className="text-accent hover:underline">
            All batches
          </Link>
        </span>
      )}
      {missed === undefined ? null : (
        <span className="mt-0.5 block">
          <Badge
            icon={CalendarX}
            word={missed.count === 1 ? "Missed" : `Missed ${missed.count} times`}
            tone="watch"
            plain
          />
          <span className="block text-muted">
            <ExactTime time={missed.at} />: {missed.reason}
          </span>
        </span>
      )}
    </>
  );
}
