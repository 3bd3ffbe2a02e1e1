import type { Severity } from "@crosspoint/domain";
import type { Plot, PlotPoint, PlotSeries } from "../../../charts/prepare/plot.ts";
import type { DriveEvent, PastCondition } from "./event";
import { eventWords } from "./event-words";

interface Lanes {
  readonly conditions: readonly Pick<PastCondition, "rule" | "title" | "severity" | "since" | "endedAt" | "text">[];
  readonly events: readonly DriveEvent[];
  readonly sinceMs: number;
  readonly untilMs: number;
  /** A moment in full, in the reader's zone. */
  readonly moment: (timeMs: number) => string;
}

/** What is drawn at most: a drive that flaps has hundreds, of which the newest count. */
const conditionsMost = 60;
const lanesMost = 8;
/** A bar can be pointed at in so many places. */
const placesOfBar = 24;

/** Conditions and events on one axis of time, a lane for each rule: bars from when each began until it ended. */
export function lanesPlot(lanes: Lanes): Plot {
  const { events, sinceMs, untilMs, moment } = lanes;
  const conditions = lanes.conditions.slice(0, conditionsMost);
  const rules = [...new Map(conditions.map(({ rule, title }) => [rule, title]))].slice(0, lanesMost);
  const runs = events.filter((event) => event.kind === "run");
  const moments = events.filter((event) => event.kind !== "run");
  const names = [
    ...(moments.length > 0 ? ["Events"] : []),
    ...(runs.length > 0 ? ["Benchmarks"] : []),
    ...rules.map(([, title]) => title),
  ];
  const lane = (name: string) => names.indexOf(name);
  const shown = conditions.filter(({ rule }) => rules.some(([each]) => each === rule));
  return {
    title: "Conditions and events",
    x: { title: "Time", scale: "time", from: sinceMs, to: untilMs, format: moment },
    y: { title: "", scale: "category", categories: names.map(cut), format: (index) => names[index] ?? "" },
    series: [
      ...shown.map((condition) => conditionBar(condition, lane(condition.title), lanes)),
      ...runs.map((run) => runBar(run, lane("Benchmarks"), lanes)),
      momentMarks(moments, lane("Events"), moment),
    ],
    reads: "point",
    legend: false,
    empty: "No conditions and no events in this range.",
    table: {
      header: ["from", "to", "kind", "what"],
      rows: [
        ...conditions.map(({ since, endedAt, severity, title, text }) => [
          since.toISOString(),
          endedAt?.toISOString(),
          `${title} (${severity})`,
          text,
        ]),
        ...events.map((event) => [
          event.at.toISOString(),
          event.kind === "run" ? event.until?.toISOString() : undefined,
          event.kind,
          eventWords(event),
        ]),
      ],
    },
  };
}

/** How many lanes it has: its height goes by it. */
export function laneCount(plot: Plot): number {
  return plot.y.categories?.length ?? 0;
}

const colors: Record<Severity, string> = {
  failed: "var(--failed)",
  replace: "var(--replace)",
  watch: "var(--watch)",
  notResponding: "var(--not-responding)",
  missing: "var(--not-responding)",
  notReporting: "var(--unknown)",
  unknown: "var(--unknown)",
};

function conditionBar(
  { rule, title, severity, since, endedAt, text }: Lanes["conditions"][number],
  y: number,
  lanes: Lanes,
): PlotSeries {
  const details = [text, endedAt ? `ended ${lanes.moment(endedAt.getTime())}` : "open"];
  return {
    id: `${rule} ${since.getTime()}`,
    label: title,
    color: colors[severity],
    line: true,
    width: 9,
    unnamed: true,
    points: barOf(since.getTime(), endedAt?.getTime(), lanes).map((x) => ({ x, y, details })),
  };
}

function runBar(run: Extract<DriveEvent, { kind: "run" }>, y: number, lanes: Lanes): PlotSeries {
  const details = [run.until ? `finished ${lanes.moment(run.until.getTime())}` : "not finished"];
  return {
    id: run.runId,
    label: run.planName,
    color: "var(--series-1)",
    line: true,
    width: 9,
    unnamed: true,
    points: barOf(run.at.getTime(), run.until?.getTime(), lanes).map((x) => ({ x, y, details, id: run.runId })),
  };
}

/** Places along a bar, cut to what is seen; a bar of a moment is one of two places all the same. */
function barOf(fromMs: number, toMs: number | undefined, { sinceMs, untilMs }: Lanes): number[] {
  const from = Math.max(fromMs, sinceMs);
  const to = Math.max(Math.min(toMs ?? untilMs, untilMs), from + (untilMs - sinceMs) / 400);
  return Array.from({ length: placesOfBar }, (_, place) => from + ((to - from) * place) / (placesOfBar - 1));
}

function momentMarks(events: readonly DriveEvent[], y: number, moment: (timeMs: number) => string): PlotSeries {
  return {
    id: "events",
    label: "Event",
    color: "var(--text-muted)",
    form: "diamond",
    points: events.map((event): PlotPoint => {
      const timeMs = event.at.getTime();
      return { x: timeMs, y, details: [`${moment(timeMs)}: ${eventWords(event)}`] };
    }),
  };
}

/** Names stand beside the axis, where there is not much room. */
const nameLongest = 26;

function cut(name: string): string {
  return name.length <= nameLongest ? name : `${name.slice(0, nameLongest - 1)}…`;
}
