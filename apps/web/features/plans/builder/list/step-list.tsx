"use client";

import { cn } from "@/ui/classes";
import { useBuilderState } from "../builder-context";
import type { DraftStep } from "../draft/draft-plan";
import { AddStep } from "./add-step";
import { useListEnd } from "./step-drag";
import { StepItem } from "./step-item";

interface StepListProps {
  readonly steps: readonly DraftStep[];
  /** The step that they are in. */
  readonly within?: DraftStep;
  /** "2.": the number of the step that they are in. */
  readonly prefix?: string;
}

/** Steps one below the other, each with those within it, and a way to add one. */
export function StepList({ steps, within, prefix = "" }: StepListProps) {
  const { plan, readOnly } = useBuilderState();
  const { end, isOver } = useListEnd(plan, within?.key, !readOnly);
  return (
    <>
      <ol aria-label={within === undefined ? "Steps" : `Steps in step ${prefix.slice(0, -1)}`}>
        {steps.map((step, index) => {
          const number = `${prefix}${index + 1}`;
          const body =
            step.body === undefined ? undefined : <StepList steps={step.body} within={step} prefix={`${number}.`} />;
          return <StepItem key={step.key} step={step} number={number} body={body} />;
        })}
      </ol>
      {readOnly ? null : (
        <div ref={end} className={cn("px-3 py-2", isOver && "bg-accent-soft")}>
          <AddStep steps={steps} within={within} />
        </div>
      )}
    </>
  );
}
