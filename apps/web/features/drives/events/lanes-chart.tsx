"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/draw/plot-chart";
import { isoTime } from "@/ui/relative-time";
import { HealthBadge, healthLooks } from "@/ui/status";
import { RelativeTime } from "@/ui/time";
import type { DriveEvent, PastCondition } from "./event";
import { eventWords } from "./event-words";
import { openAndWorstFirst } from "./lane-order";
import { laneCount, lanesPlot } from "./prepare-lanes";

interface LanesChartProps {
  readonly driveId: string;
  readonly since: Date;
  readonly until: Date;
  /** Charts of the same name share crosshair and zoom. */
  readonly syncId: string;
}

const lanePx = 26;
const axesPx = 78;
const nothing = { conditions: [], more: false };

/** What was wrong with the drive and what was done to it, above what it measured at the time. */
export function LanesChart({ driveId, since, until, syncId }: LanesChartProps) {
  const trpc = useTRPC();
  const range = { driveId, since, until };
  const past = useQuery(trpc.health.conditions.queryOptions(range, { placeholderData: keepPreviousData }));
  const events = useQuery(trpc.drive.events.queryOptions(range, { placeholderData: keepPreviousData }));
  const { conditions, more } = past.data ?? nothing;
  const happened = events.data ?? [];
  const plot = lanesPlot({
    conditions,
    moreConditions: more,
    events: happened,
    sinceMs: since.getTime(),
    untilMs: until.getTime(),
    moment: (timeMs) => isoTime(new Date(timeMs)),
    severityWord: (severity) => healthLooks[severity].word,
  });
  return (
    <>
      <div className="max-sm:hidden">
        <PlotChart
          plot={plot}
          fileName="conditions-and-events"
          height={axesPx + lanePx * Math.max(laneCount(plot), 1)}
          syncId={syncId}
        />
      </div>
      <LanesList conditions={conditions} more={more} events={happened} />
    </>
  );
}

const listed = 10;

interface LanesListProps {
  readonly conditions: readonly PastCondition[];
  /** The drive had more than these. */
  readonly more: boolean;
  readonly events: readonly DriveEvent[];
}

/** The same for a window as narrow as a phone's: what is open, the most urgent first, then the rest, the newest first. */
function LanesList({ conditions, more, events }: LanesListProps) {
  const open = conditions.filter(({ endedAt }) => endedAt === undefined);
  const over = conditions.filter(({ endedAt }) => endedAt !== undefined);
  const past = [...over.map(conditionLine), ...events.map(eventLine)].toSorted(
    (a, b) => b.at.getTime() - a.at.getTime(),
  );
  const lines = [...openAndWorstFirst(open).map(conditionLine), ...past];
  const left = lines.length - listed;
  return (
    <div className="sm:hidden">
      <h3 className="mb-1 font-medium">Conditions and events</h3>
      {lines.length === 0 ? <p className="text-muted">None in this range.</p> : null}
      <ul className="grid gap-1 text-table">
        {lines.slice(0, listed).map(({ key, at, said }) => (
          <li key={key}>
            {said} <RelativeTime time={at} />
          </li>
        ))}
        {left > 0 ? (
          <li className="text-muted">
            … and {more ? "at least " : ""}
            {left} more
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function conditionLine({ rule, title, severity, since, endedAt }: PastCondition) {
  return {
    at: endedAt ?? since,
    key: `${rule} ${since.getTime()}`,
    said: (
      <>
        <HealthBadge status={severity} plain /> {title},{" "}
        <span className="text-muted">{endedAt ? "ended" : "open since"}</span>
      </>
    ),
  };
}

function eventLine(event: DriveEvent) {
  return {
    at: event.at,
    key: `${event.kind} ${event.at.getTime()} ${eventWords(event)}`,
    said: <>{eventWords(event)}</>,
  };
}
