"use client";

import { Redo2, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Segmented } from "@/ui/segmented";
import { useBuilderState } from "./builder-context";
import type { CheckedPlan } from "./draft/check";
import { countSteps } from "./draft/tree";
import { StepList } from "./list/step-list";
import { TextView } from "./text-view";
import type { Draft } from "./use-draft";

export type StepsView = "cards" | "text";

interface StepsPanelProps {
  readonly draft: Draft;
  readonly checked: CheckedPlan;
  readonly view: StepsView;
  readonly onView: (view: StepsView) => void;
}

/** The steps, as cards or as text. */
export function StepsPanel({ draft, checked, view, onView }: StepsPanelProps) {
  const { plan, readOnly } = useBuilderState();
  const [refused, setRefused] = useState(false);
  const count = countSteps(plan.steps);
  const chooseView = (next: StepsView) => {
    // A text that cannot be read is not left behind unseen.
    const isStuck = next === "cards" && draft.text !== undefined;
    setRefused(isStuck);
    if (!isStuck) onView(next);
  };
  return (
    <Panel
      title="Steps"
      note={count === 0 ? undefined : String(count)}
      flush
      actions={
        <>
          {readOnly ? null : <UndoButtons draft={draft} />}
          <Segmented
            label="View"
            value={view}
            onValueChange={chooseView}
            options={[
              { value: "cards", label: "Cards" },
              { value: "text", label: "Text" },
            ]}
          />
        </>
      }
    >
      {refused && draft.text !== undefined ? (
        <p role="alert" className="border-b px-4 py-2 text-danger text-table">
          Correct the text first, or discard it: it cannot be read as steps yet.
        </p>
      ) : null}
      {view === "text" ? (
        <TextView draft={draft} mistakes={checked.mistakes} readOnly={readOnly} />
      ) : (
        <>
          {plan.steps.length === 0 ? (
            <p className="border-b px-4 py-8 text-center text-muted">
              No steps yet. A plan needs at least one that measures: a sweep, streams or a search.
            </p>
          ) : null}
          <StepList steps={plan.steps} />
        </>
      )}
    </Panel>
  );
}

function UndoButtons({ draft: { history, dispatch } }: { draft: Draft }) {
  return (
    <span className="flex">
      <Button
        size="icon-small"
        variant="ghost"
        aria-label="Undo"
        title="Undo (Ctrl-Z)"
        aria-disabled={history.past.length === 0}
        onClick={() => dispatch({ kind: "undo" })}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        size="icon-small"
        variant="ghost"
        aria-label="Redo"
        title="Redo (Ctrl-Shift-Z)"
        aria-disabled={history.undone.length === 0}
        onClick={() => dispatch({ kind: "redo" })}
      >
        <Redo2 aria-hidden />
      </Button>
    </span>
  );
}
