"use client";

import { useMemo } from "react";
import { Panel } from "@/ui/panel";
import { MethodLine } from "../../run/method-line";
import { PreconditionPanel } from "../../run/precondition-panel";
import { disagreement, judgeRounds } from "../../run/rounds/judge-rounds";
import { type MeasuredRounds, roundsOf } from "../../run/rounds/rounds-of";
import { RoundsCharts, RoundsSentences, RoundsVerdict } from "../../run/rounds/rounds-panel";
import { RoundsTable } from "../../run/rounds/rounds-table";
import { WindowFigures, type WindowMetric, windowMetrics } from "../../run/rounds/window-table";
import { partedPoints, type Run } from "../../run/run-detail";
import { isOpenState } from "../../run-state";
import { DeparturesPanel } from "./departures-panel";
import { DeterminationData } from "./determination-data";
import { DevicePanel, PlatformPanel, PreparationPanel, WorkloadPanel } from "./setup-panels";

/** What the specification asks a report to hold, in its order: device, platform, preparation, workload, steady state, results. */
export function SniaReport({ run }: { run: Run }) {
  const all = useMemo(() => roundsOf(run), [run]);
  const [fills] = partedPoints(run.points);
  const [first] = all;
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2 print:grid-cols-2">
        <DevicePanel run={run} />
        <PlatformPanel run={run} />
      </div>
      <PreparationPanel run={run} />
      <PreconditionPanel points={fills} />
      {first === undefined ? null : <WorkloadPanel run={run} rounds={first} />}
      {all.map((rounds, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they come in their order, and none is ever taken back.
        <RoundsSection key={index} run={run} rounds={rounds} />
      ))}
      <DeparturesPanel run={run} />
    </>
  );
}

function RoundsSection({ run, rounds }: { run: Run; rounds: MeasuredRounds }) {
  const judged = useMemo(() => judgeRounds(rounds), [rounds]);
  const opposed = disagreement(rounds, judged);
  const window = judged.kind === "tooLittle" ? undefined : judged.windows[0];
  return (
    <>
      <Panel
        title="Steady state determination"
        note={<RoundsVerdict judged={judged} isOver={!isOpenState(run.state)} />}
      >
        <div className="grid gap-4">
          {opposed === undefined ? null : <p className="font-medium">{opposed}</p>}
          <RoundsSentences rounds={rounds} judged={judged} />
          <DeterminationData rounds={rounds} judged={judged} />
          <MethodLine method="sniaSteadyState" basis={`computed from the stored figures of ${rounds.rounds} rounds`} />
        </div>
      </Panel>
      <Panel title="Convergence and measurement window">
        <RoundsCharts run={run} rounds={rounds} judged={judged} />
      </Panel>
      <Panel title="Rounds" flush>
        <RoundsTable rounds={rounds} judged={judged} />
      </Panel>
      {window === undefined ? (
        <Panel title="Measurement window">
          <p>There is no measurement window: too few rounds have a figure. No results are reported.</p>
        </Panel>
      ) : (
        windowMetrics.map(({ value, label }) => (
          <Panel
            key={value}
            title={`Measurement window: ${titles[value] ?? label}`}
            className="print:break-inside-avoid"
            note={`rounds ${window.fromRound} to ${window.toRound}, ${metricNote(value)}`}
            flush
          >
            <WindowFigures rounds={rounds} fromRound={window.fromRound} toRound={window.toRound} metric={value} />
          </Panel>
        ))
      )}
    </>
  );
}

const titles: Partial<Record<WindowMetric, string>> = { mean: "mean latency (µs)", max: "maximum latency (ms)" };

function metricNote(metric: WindowMetric): string {
  return metric === "max" ? "the longest of all rounds" : "average of the rounds; columns are reads/writes in percent";
}
