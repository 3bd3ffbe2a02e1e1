"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { PlotChart } from "@/charts/draw/plot-chart";
import { isoTime } from "@/ui/relative-time";
import { HealthBadge } from "@/ui/status";
import { RelativeTime } from "@/ui/time";
import type { DriveEvent, PastCondition } from "./event";
import { eventWords } from "./event-words";
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

/** What was wrong with the drive and what was done to it, above what it measured at the time. */
export function LanesChart({ driveId, since, until, syncId }: LanesChartProps) {
  const trpc = useTRPC();
  const range = { driveId, since, until };
  const past = useQuery(trpc.health.conditions.queryOptions(range, { placeholderData: keepPreviousData }));
  const events = useQuery(trpc.drive.events.queryOptions(range, { placeholderData: keepPreviousData }));
  const conditions = past.data?.conditions ?? [];
  const happened = events.data ?? [];
  const plot = lanesPlot({
    conditions,
    events: happened,
    sinceMs: since.getTime(),
    untilMs: until.getTime(),
    moment: (timeMs) => isoTime(new Date(timeMs)),
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
      <LanesList conditions={conditions} events={happened} />
    </>
  );
}

const listed = 10;

/** The same for a window as narrow as a phone's, the newest first. */
function LanesList({ conditions, events }: { conditions: readonly PastCondition[]; events: readonly DriveEvent[] }) {
  const lines = [
    ...conditions.map((condition) => ({
      at: condition.since,
      key: `${condition.rule} ${condition.since.getTime()}`,
      said: (
        <>
          <HealthBadge status={condition.severity} plain /> {condition.title}
          {condition.endedAt ? "" : ", open"}
        </>
      ),
    })),
    ...events.map((event) => ({
      at: event.at,
      key: `${event.kind} ${event.at.getTime()} ${eventWords(event)}`,
      said: eventWords(event),
    })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return (
    <div className="sm:hidden">
      <h3 className="mb-1 font-medium">Conditions and events</h3>
      {lines.length === 0 ? <p className="text-muted">None in this range.</p> : null}
      <ul className="grid gap-1 text-table">
        {lines.slice(0, listed).map(({ key, at, said }) => (
          <li key={key}>
            {said} <span className="text-muted">since </span>
            <RelativeTime time={at} />
          </li>
        ))}
      </ul>
    </div>
  );
}
