import {
  Ban,
  CircleCheck,
  CircleSlash,
  CircleX,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Unplug,
  ZapOff,
} from "lucide-react";
import type { Outputs } from "@/api/client";
import { Badge, type Tone } from "@/ui/status";

export type RunHead = Outputs["run"]["list"]["runs"][number];
export type RunState = RunHead["state"];

export const runStateLooks: Record<RunState, { word: string; icon: LucideIcon; tone: Tone }> = {
  queued: { word: "Queued", icon: Hourglass, tone: "neutral" },
  requested: { word: "Starting", icon: LoaderCircle, tone: "neutral" },
  running: { word: "Running", icon: LoaderCircle, tone: "accent" },
  complete: { word: "Complete", icon: CircleCheck, tone: "good" },
  cancelled: { word: "Cancelled", icon: CircleSlash, tone: "neutral" },
  failed: { word: "Failed", icon: CircleX, tone: "failed" },
  interrupted: { word: "Interrupted", icon: ZapOff, tone: "watch" },
  declined: { word: "Declined", icon: Ban, tone: "watch" },
};

type StateOf = Pick<RunHead, "state" | "cancelRequestedAt" | "hostWord">;

/** A run's state: icon, word and color. A run whose host is silent says so instead of pretending to run. */
export function RunStateBadge({ run, plain }: { run: StateOf; plain?: boolean }) {
  if (run.hostWord.kind === "silent")
    return <Badge icon={Unplug} word="Not reporting" tone="watch" plain={plain ?? false} />;
  if (isOpenState(run.state) && run.cancelRequestedAt !== undefined) {
    return <Badge icon={CircleSlash} word="Cancelling" tone="neutral" plain={plain ?? false} />;
  }
  const { word, icon, tone } = runStateLooks[run.state];
  return <Badge icon={icon} word={word} tone={tone} plain={plain ?? false} />;
}

/** Whether a run with this state may still measure something. */
export function isOpenState(state: RunState): boolean {
  return state === "queued" || state === "requested" || state === "running";
}

/** What a state means for the person who reads it; undefined where the page itself shows it. */
export function stateExplanation(state: RunState): string | undefined {
  switch (state) {
    case "cancelled":
      return "Finished points are complete. The point that was running is kept with what it measured until then, marked as interrupted; later points were not measured.";
    case "failed":
      return "The benchmark did not run to completion. Points finished before that are valid.";
    case "interrupted":
      return "The agent or the host stopped during the run. Finished points are valid; of the point that was running, the seconds streamed until then are kept.";
    case "declined":
      return "Nothing was run: the agent refused the run, or did not check in on time.";
    case "queued":
    case "requested":
    case "running":
    case "complete":
      return undefined;
  }
}
