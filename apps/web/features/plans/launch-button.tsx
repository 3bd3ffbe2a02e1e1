"use client";

import { useState } from "react";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { DestroyDialog } from "./destroy-dialog";
import { DestroyManyDialog } from "./destroy-many-dialog";
import { confirmedIn, type Destroyed, destroyedBy } from "./destroyed";
import type { ManyPreview } from "./many-preview";
import { obstacleOf, obstaclesOf } from "./many-summary";
import type { Preflight } from "./preflight";
import { useLaunch } from "./use-launch";
import type { LaunchChoice } from "./use-launch-choice";

interface LaunchButtonProps {
  readonly choice: LaunchChoice;
  /** Of the one target of this choice; undefined while it is read. */
  readonly preflight: Preflight | undefined;
  /** Of the targets of a batch. */
  readonly preview: ManyPreview;
}

/** Launches what is chosen, or says why not; where data would be overwritten it asks for the serials first. */
export function LaunchButton({ choice, preflight, preview }: LaunchButtonProps) {
  const [confirming, setConfirming] = useState(false);
  const launch = useLaunch(choice);
  const whyNot = useWhyNot("benchmark.launch");
  const missing = missingOf(choice);
  const obstacle = missing === undefined ? obstacleTo(choice, preflight, preview) : undefined;
  const reason = whyNot ?? missing ?? obstacle;
  const refusal = launch.error ? refusalOf(launch.error) : undefined;
  const destroyed = destroyedBy(choice, preflight, preview);
  const start = (typed: string) => {
    setConfirming(false);
    launch.start({ typed, serials: confirmedIn(typed, destroyed) });
  };
  return (
    <>
      {refusal ? (
        <Banner tone="failed" title={refusal.message}>
          {refusal.remedy}
        </Banner>
      ) : null}
      <Button
        variant={destroyed.length > 0 ? "danger" : "primary"}
        className="h-auto min-h-8 w-full whitespace-normal py-1"
        busy={launch.isPending}
        disabledReason={reason}
        onClick={() => (destroyed.length > 0 ? setConfirming(true) : start(""))}
      >
        <span className="wrap-anywhere">{launchWords(choice, preflight, destroyed)}</span>
      </Button>
      {reason !== undefined && obstacle === undefined && hasTarget(choice) ? (
        <p className="text-muted text-table">{reason}</p>
      ) : null}
      <Confirmation
        open={confirming}
        onOpenChange={setConfirming}
        destroyed={destroyed}
        when={whenWords(choice)}
        busy={launch.isPending}
        onConfirm={start}
      />
    </>
  );
}

interface ConfirmationProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly destroyed: readonly Destroyed[];
  readonly when: string | undefined;
  readonly busy: boolean;
  /** With what was typed. */
  readonly onConfirm: (typed: string) => void;
}

function Confirmation({ destroyed, when, ...dialog }: ConfirmationProps) {
  const [first] = destroyed;
  if (first === undefined) return null;
  if (destroyed.length === 1) return <DestroyDialog {...dialog} {...first} when={when} />;
  return <DestroyManyDialog {...dialog} destroyed={destroyed} when={when} />;
}

function hasTarget({ many, target, targetKeys }: LaunchChoice): boolean {
  return many ? targetKeys.length > 0 : target !== undefined;
}

/** What is still to be chosen. */
function missingOf(choice: LaunchChoice): string | undefined {
  const { many, plan, mistake, rhythm, name } = choice;
  if (!hasTarget(choice)) return many ? "Select at least one target." : "Choose a target first.";
  if (plan === undefined) return mistake;
  if (rhythm?.kind === "mistake") return rhythm.message;
  return rhythm !== undefined && name.trim() === "" ? "Give the schedule a name." : undefined;
}

/** What blocks it, once all is chosen. */
function obstacleTo(
  { many, targetKeys, rhythm }: LaunchChoice,
  preflight: Preflight | undefined,
  preview: ManyPreview,
): string | undefined {
  const scheduled = rhythm !== undefined;
  if (!many) return preflight === undefined ? "Checking…" : obstaclesOf(preflight.blockers, scheduled)[0]?.message;
  if (!preview.isCurrent) return "Checking…";
  const known = targetKeys.flatMap((key) => preview.known.get(key) ?? []);
  const [first] = known.flatMap((each) => obstacleOf(each, scheduled) ?? []);
  return first?.message;
}

function whenWords({ rhythm }: LaunchChoice): string | undefined {
  if (rhythm?.kind !== "valid") return undefined;
  return rhythm.rhythm.kind === "weekly"
    ? "Every week at its times, until the schedule is paused or deleted."
    : "Once, at its time.";
}

function launchWords(choice: LaunchChoice, preflight: Preflight | undefined, destroyed: readonly Destroyed[]): string {
  const { many, targetKeys, rhythm } = choice;
  const verb = rhythm === undefined ? "Launch" : "Schedule";
  if (many) {
    const targets = targetKeys.length === 1 ? "1 target" : `${targetKeys.length} targets`;
    return destroyed.length > 0 ? `Write to ${targets}…` : `${verb} on ${targets}`;
  }
  if (preflight === undefined) return `${verb} benchmark`;
  if (preflight.destroys) return `Write to ${preflight.destroys.serial}…`;
  return `${verb} ${preflight.planName} on ${preflight.targetLabel.split(" ").at(-1)}`;
}
