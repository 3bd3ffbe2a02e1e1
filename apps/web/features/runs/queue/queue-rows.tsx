"use client";

import { formatDuration } from "@crosspoint/domain";
import { ArrowDown, ArrowUp, ArrowUpToLine, type LucideIcon, X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/status";
import { Cell, Row } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { CancelRunDialog } from "../cancel-run-dialog";
import { runStateLooks } from "../run-state";
import { TargetName } from "../target-name";
import type { Queue } from "./queue";
import type { Reorder } from "./use-reorder";

type OpenRun = Queue["open"][number];
type QueuedRun = Queue["queued"][number];

/** A run that its host has taken, or is about to. */
export function OpenRow({ run, hostname }: { run: OpenRun; hostname: string }) {
  const { word, icon, tone } = runStateLooks[run.state];
  return (
    <RunRow
      run={run}
      place={<Badge icon={icon} word={word} tone={tone} plain />}
      expected={<Expected what="ends" earliest={run.earliestEnd} latest={run.latestEnd} />}
    >
      <CancelAction run={run} hostname={hostname} waits={false} />
    </RunRow>
  );
}

interface QueuedRowProps {
  readonly run: QueuedRun;
  readonly hostname: string;
  /** Counted from one. */
  readonly place: number;
  readonly isLast: boolean;
  readonly reorder: Reorder;
}

/** A run that waits; buttons give it another place. */
export function QueuedRow({ run, hostname, place, isLast, reorder }: QueuedRowProps) {
  const whyNot = useWhyNot("benchmark.launch");
  const moves: readonly { word: string; icon: LucideIcon; to: number; unable: boolean }[] = [
    { word: "first", icon: ArrowUpToLine, to: 1, unable: place === 1 },
    { word: "up", icon: ArrowUp, to: place - 1, unable: place === 1 },
    { word: "down", icon: ArrowDown, to: place + 1, unable: isLast },
  ];
  return (
    <RunRow
      run={run}
      place={place}
      expected={<Expected what="starts" earliest={run.earliestStart} latest={run.latestStart} />}
    >
      {moves.map(({ word, icon: Icon, to, unable }) => (
        // The same element whether it can be pressed or not, so that it keeps the focus while its row moves.
        <Button
          key={word}
          size="icon-small"
          variant="ghost"
          title={whyNot ?? `Move ${word}`}
          aria-label={`Move ${run.planName} on ${run.targetLabel} ${word}`}
          aria-disabled={unable || whyNot !== undefined}
          onClick={() => {
            if (!unable && whyNot === undefined) reorder.move(place, to);
          }}
        >
          <Icon aria-hidden />
        </Button>
      ))}
      <CancelAction run={run} hostname={hostname} waits />
    </RunRow>
  );
}

interface ExpectedProps {
  readonly what: "starts" | "ends";
  readonly earliest: Date;
  readonly latest: Date;
}

/** Times within a minute of each other read the same. */
const sameMs = 60_000;

function Expected({ what, earliest, latest }: ExpectedProps) {
  const isRange = latest.getTime() - earliest.getTime() > sameMs;
  return (
    <>
      {what} <RelativeTime time={earliest} />
      {isRange ? (
        <span className="block text-muted">
          at the latest <RelativeTime time={latest} />
        </span>
      ) : null}
    </>
  );
}

function durationRange({ durationLeastMs, durationMs }: OpenRun | QueuedRun): string {
  const [least, most] = [formatDuration(durationLeastMs), formatDuration(durationMs)];
  return least === most ? most : `${least} to ${most}`;
}

interface RunRowProps {
  readonly run: OpenRun | QueuedRun;
  readonly place: ReactNode;
  readonly expected: ReactNode;
  /** What can be done with it. */
  readonly children: ReactNode;
}

function RunRow({ run, place, expected, children }: RunRowProps) {
  return (
    <Row className="hover:bg-hover @max-4xl:grid-cols-2">
      <Cell label="Place" className="w-28 whitespace-nowrap">
        {place}
      </Cell>
      <Cell className="wrap-anywhere min-w-40 @max-4xl:col-span-2 @max-4xl:row-start-1">
        <Link href={`/benchmarks/${run.runId}`} className="font-medium hover:underline">
          <TargetName run={run} />
        </Link>
      </Cell>
      <Cell className="wrap-anywhere min-w-36">
        {run.planName}
        {run.parallelOnHost ? <span className="block text-muted">may run beside others</span> : null}
      </Cell>
      <Cell className="whitespace-nowrap">{expected}</Cell>
      <Cell number label="Duration">
        {durationRange(run)}
      </Cell>
      <Cell label="Requested by" className="wrap-anywhere @max-4xl:col-span-2">
        {run.requestedBy}
      </Cell>
      <Cell className="w-px whitespace-nowrap @max-4xl:col-span-2 @max-4xl:w-auto">
        <span className="flex justify-end gap-1">{children}</span>
      </Cell>
    </Row>
  );
}

function CancelAction({ run, hostname, waits }: { run: OpenRun | QueuedRun; hostname: string; waits: boolean }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("benchmark.cancel");
  return (
    <>
      <Button
        size="icon-small"
        variant="ghost"
        title="Cancel"
        aria-label={`Cancel ${run.planName} on ${run.targetLabel}`}
        disabledReason={whyNot}
        onClick={() => setOpen(true)}
      >
        <X aria-hidden />
      </Button>
      <CancelRunDialog open={open} onOpenChange={setOpen} run={{ ...run, hostname, waits }} />
    </>
  );
}
