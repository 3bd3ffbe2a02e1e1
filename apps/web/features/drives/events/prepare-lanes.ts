import type { Severity } from "@crosspoint/domain";
import type { Plot, PlotPoint, PlotSeries, PlotThing } from "../../../charts/prepare/plot.ts";
import type { DriveEvent, PastCondition } from "./event";
import { eventWords } from "./event-words";
import { chooseLanes } from "./lane-order";

interface Lanes {
  readonly conditions: readonly Pick<PastCondition, "rule" | "title" | "severity" | "since" | "endedAt" | "text">[];
  /** The drive had more than these. */
  readonly moreConditions: boolean;
  readonly events: readonly DriveEvent[];
  readonly sinceMs: number;
  readonly untilMs: number;
  /** A moment in full, in the reader's zone. */
  readonly moment: (timeMs: number) => string;
  readonly severityWord: (severity: Severity) => string;
}

/** A bar can be pointed at in so many places. */
const placesOfBar = 24;

/** Conditions and events on one axis of time, a lane for each rule: bars from when each began until it ended. */
export function lanesPlot(lanes: Lanes): Plot {
  const { conditions, moreConditions, events, sinceMs, untilMs, moment } = lanes;
  const { rules, drawn, leftOut } = chooseLanes(conditions, moreConditions);
  const runs = events.filter((event) => event.kind === "run");
  const moments = events.filter((event) => event.kind !== "run");
  const names = [
    ...(moments.length > 0 ? ["Events"] : []),
    ...(runs.length > 0 ? ["Benchmarks"] : []),
    // The axis begins below, and what is urgent stands above.
    ...[...rules.values()].toReversed(),
  ];
  const lane = (name: string) => names.indexOf(name);
  return {
    title: "Conditions and events",
    note: leftOut,
    x: { title: "Time", scale: "time", from: sinceMs, to: untilMs, format: moment },
    y: { title: "", scale: "category", categories: names.map(cut), format: (index) => names[index] ?? "" },
    series: [
      ...drawn.map((condition) => conditionBar(condition, lane(rules.get(condition.rule) ?? ""), lanes)),
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
  const thing = { name: title, state: `${lanes.severityWord(severity)}, ${endedAt ? "ended" : "open"}` };
  const details = [spanWords(since, endedAt, lanes), text];
  return {
    id: `${rule} ${since.getTime()}`,
    label: title,
    color: colors[severity],
    line: true,
    width: 9,
    unnamed: true,
    points: barOf(since.getTime(), endedAt?.getTime(), lanes).map((x) => ({ x, y, thing, details })),
  };
}

function runBar(run: Extract<DriveEvent, { kind: "run" }>, y: number, lanes: Lanes): PlotSeries {
  const thing: PlotThing = { name: run.planName, state: run.until ? "finished" : "not finished" };
  const details = [spanWords(run.at, run.until, lanes)];
  return {
    id: run.runId,
    label: run.planName,
    color: "var(--series-1)",
    line: true,
    width: 9,
    unnamed: true,
    points: barOf(run.at.getTime(), run.until?.getTime(), lanes).map((x) => ({ x, y, thing, details, id: run.runId })),
  };
}

/** "since …", or from when until when. */
function spanWords(since: Date, until: Date | undefined, { moment }: Lanes): string {
  const from = moment(since.getTime());
  return until === undefined ? `since ${from}` : `${from} to ${moment(until.getTime())}`;
}

/** Of the axis: a bar of a moment is so long all the same, and can be seen. */
const leastShare = 1 / 200;

/** Places along a bar, cut to what is seen. At the end of the axis the least length reaches back, never beyond the end. */
function barOf(fromMs: number, toMs: number | undefined, { sinceMs, untilMs }: Lanes): number[] {
  const least = (untilMs - sinceMs) * leastShare;
  const from = Math.min(Math.max(fromMs, sinceMs), untilMs - least);
  const to = Math.max(Math.min(toMs ?? untilMs, untilMs), from + least);
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
      return { x: timeMs, y, thing: { name: eventWords(event), state: moment(timeMs) } };
    }),
  };
}

/** Names stand beside the axis, where there is not much room. */
const nameLongest = 26;

function cut(name: string): string {
  return name.length <= nameLongest ? name : `${name.slice(0, nameLongest - 1)}…`;
}
