"use client";

import { formatDuration } from "@crosspoint/domain";
import type { ReactNode } from "react";
import { ExactTime, useNow } from "@/ui/time";
import { type RunProgress, runProgress } from "../progress";
import type { Run } from "./run-detail";
import { mayEndSooner, stepPlace } from "./step-place";
import type { LiveRun } from "./use-live-run";

const phaseWords = {
  waiting: "Waiting for the agent to start",
  ramp: "Warm-up (excluded)",
  measure: "Measuring",
  between: "Between two points",
  over: "Finishing",
} as const;

const stepMs = 1000;

interface ProgressBarProps {
  readonly steps: Run["steps"];
  readonly live: LiveRun;
}

/** How far the plan is. Of a run whose host is not reporting, the bar stands where it was last, and promises nothing. */
export function ProgressBar({ steps, live: { points, heard, word } }: ProgressBarProps) {
  const now = useNow(stepMs);
  const silent = word.kind === "silent";
  const progress = runProgress(points, silent ? (heard?.heardAt ?? word.since) : now, heard);
  const point = progress.currentPoint ?? points.filter(({ state }) => state !== "pending").length;
  const atMost = mayEndSooner(steps) ? "at most " : "";
  const current = points.find(({ state }) => state === "running");
  const place = current && stepPlace(steps, current);
  const percent = Math.round(progress.percent);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">
          {silent ? "Last reported: " : ""}
          {phaseWords[progress.phase]}
          {point > 0 ? `, point ${point} of ${atMost}${progress.totalPoints}` : ""}
        </span>
        <span className="text-muted">
          {silent ? <Silence since={word.since} /> : timeLeft(progress, mayEndSooner(steps))}
        </span>
      </div>
      {place === undefined ? null : <p className="text-muted text-table">{place}</p>}
      <div
        role="progressbar"
        aria-label="Progress of the run"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={silent ? `Not reporting; ${percent} % when last reported` : `${percent} %`}
        className="h-2 overflow-hidden rounded-full bg-border"
      >
        <div
          className={
            silent
              ? "h-full rounded-full bg-border-strong"
              : "h-full rounded-full bg-accent transition-[width] duration-1000"
          }
          style={{ width: `${progress.percent}%` }}
        />
      </div>
    </div>
  );
}

function Silence({ since }: { since: Date | undefined }): ReactNode {
  if (since === undefined) return "Not reporting; time left unknown";
  return (
    <>
      Not reporting since <ExactTime time={since} />; time left unknown
    </>
  );
}

function timeLeft({ leftMs, leftIsAtMost }: RunProgress, planMayEndSooner: boolean): string {
  const word = leftIsAtMost || planMayEndSooner ? "at most" : "about";
  return leftMs > 0 ? `${word} ${formatDuration(Math.max(leftMs, stepMs))} left` : "any moment now";
}
