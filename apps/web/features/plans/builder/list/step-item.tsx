"use client";

import { formatCount } from "@crosspoint/domain";
import { ChevronRight, CircleAlert, GripVertical } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { cn } from "@/ui/classes";
import { useBuilderState } from "../builder-context";
import { pointsOfStep } from "../draft/check";
import { type DraftStep, kindOf } from "../draft/draft-plan";
import type { FieldPath } from "../draft/edit";
import { kindWords } from "../draft/kinds";
import { stepSummary } from "../draft/summary";
import { stepForm } from "../step-form";
import { StepEditor } from "../steps/step-editor";
import { StepActions } from "./step-actions";
import { useDraggableStep } from "./step-drag";

interface StepItemProps {
  readonly step: DraftStep;
  /** "2.1". */
  readonly number: string;
  /** The list of the steps within it. */
  readonly body: ReactNode | undefined;
}

/** A step: a line that says what it does, its fields behind it, and the steps within it. */
export function StepItem({ step, number, body }: StepItemProps) {
  const { plan, isOpen, readOnly } = useBuilderState();
  const { row, handle, edge, isDragged } = useDraggableStep(plan, step.key, !readOnly);
  const name = kindWords(kindOf(step)).name;
  return (
    <li aria-label={`Step ${number}, ${name}`} data-step={step.key} className="border-b last:border-b-0">
      <div
        ref={row}
        className={cn(
          "relative flex flex-wrap items-center gap-x-1 px-2 py-1.5",
          isDragged && "opacity-40",
          edge === "top" && "shadow-[inset_0_2px_0_var(--accent)]",
          edge === "bottom" && "shadow-[inset_0_-2px_0_var(--accent)]",
        )}
      >
        <span
          ref={handle}
          title="Drag to move"
          className={cn("flex h-8 w-5 items-center text-muted", readOnly ? "invisible" : "cursor-grab")}
        >
          <GripVertical className="size-4" aria-hidden />
        </span>
        <StepToggle step={step} number={number} />
        {readOnly ? null : <StepActions step={step} name={`step ${number}, ${name}`} />}
      </div>
      {isOpen(step.key) ? <StepFields step={step} /> : null}
      {body === undefined ? null : <div className="mb-2 ml-4 border-l-2 sm:ml-9">{body}</div>}
    </li>
  );
}

function StepToggle({ step, number }: { step: DraftStep; number: string }) {
  const { isOpen, setOpen, mistakesOf } = useBuilderState();
  const open = isOpen(step.key);
  const mistakes = mistakesOf(step.key).length;
  const points = useMemo(() => pointsOfStep(step), [step]);
  return (
    <button
      type="button"
      data-part="toggle"
      aria-expanded={open}
      className="flex min-w-0 flex-1 basis-64 items-center gap-2 rounded-md px-1 py-1 text-left hover:bg-hover"
      onClick={() => setOpen(step.key, !open)}
    >
      <ChevronRight className={cn("size-4 shrink-0 text-muted", open && "rotate-90")} aria-hidden />
      <span className="w-max shrink-0 text-muted text-table tabular-nums">{number}</span>
      <span className="shrink-0 font-medium">{kindWords(kindOf(step)).name}</span>
      <span className="min-w-0 flex-1 truncate text-muted text-table">{stepSummary(step)}</span>
      {mistakes > 0 ? (
        <span className="inline-flex shrink-0 items-center gap-1 text-danger text-table">
          <CircleAlert className="size-4" aria-hidden />
          {mistakes === 1 ? "1 mistake" : `${mistakes} mistakes`}
        </span>
      ) : points === undefined || points === 0 ? null : (
        <span className="shrink-0 text-muted text-table tabular-nums max-sm:hidden">
          {points === 1 ? "1 point" : `${formatCount(points)} points`}
        </span>
      )}
    </button>
  );
}

/** What stands in one field: its mistake is shown there. */
function isField(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== "object");
  return typeof value !== "object" || value === null;
}

/** "tracked 1": a part of a step, for people. */
function partWords(path: FieldPath): string {
  return path.map((part) => (typeof part === "number" ? part + 1 : part)).join(" ");
}

function StepFields({ step }: { step: DraftStep }) {
  const { edit, mistakesOf, readOnly } = useBuilderState();
  const mistakes = mistakesOf(step.key);
  const form = stepForm({
    fields: step.fields,
    mistakes,
    onSet: (path, value) => edit({ kind: "setField", key: step.key, path, value }),
    onFields: (fields) => edit({ kind: "setFields", key: step.key, fields }),
  });
  return (
    <fieldset disabled={readOnly} className="min-w-0 px-4 pt-1 pb-4 sm:pl-13">
      <legend className="sr-only">Fields</legend>
      {mistakes
        .filter(({ path }) => !isField(form.get(path)))
        .map(({ path, message }) => (
          <p key={`${path.join(".")} ${message}`} role="alert" className="mb-2 text-danger text-table">
            {path.length === 0 ? "" : `${partWords(path)}: `}
            {message}
          </p>
        ))}
      <StepEditor step={step} form={form} />
    </fieldset>
  );
}
