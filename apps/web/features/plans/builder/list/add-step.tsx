"use client";

import { Plus } from "lucide-react";
import { Button } from "@/ui/button";
import { closePopover, Popover } from "@/ui/popover";
import { useBuilderState } from "../builder-context";
import { type DraftStep, kindOf } from "../draft/draft-plan";
import { addableKinds, kindWords } from "../draft/kinds";
import { placeWords, whyNotAdd } from "../draft/moves";

/** Adds a step behind those of a list. */
export function AddStep({ steps, within }: { steps: readonly DraftStep[]; within: DraftStep | undefined }) {
  const { plan, nextStepKey, edit, setOpen } = useBuilderState();
  const reasons = addableKinds.map((kind) => ({
    kind,
    why: whyNotAdd(plan.steps, { key: "", fields: { kind } }, within?.key),
  }));
  const possible = reasons.filter(({ why }) => why === undefined);
  const add = (kind: string) => {
    setOpen(nextStepKey, true);
    edit(
      { kind: "add", stepKind: kind, at: { within: within?.key, index: steps.length } },
      { focus: { key: nextStepKey, part: "toggle" }, say: (after) => placeWords(after.steps, nextStepKey) },
    );
  };
  const where = within === undefined ? "" : ` to ${kindWords(kindOf(within)).name}`;
  if (possible.length === 0) {
    return (
      <Button size="small" disabledReason={reasons[0]?.why}>
        <Plus aria-hidden /> Add step{where}
      </Button>
    );
  }
  return (
    <Popover
      label="Kinds of step"
      className="w-96 max-w-[calc(100vw-2rem)] p-1"
      trigger={
        <Button size="small">
          <Plus aria-hidden /> Add step{where}
        </Button>
      }
    >
      {possible.map(({ kind }) => (
        <button
          key={kind}
          type="button"
          className="grid w-full grid-cols-[4.5rem_1fr] gap-2 rounded px-2 py-1.5 text-left hover:bg-hover"
          onClick={(event) => {
            closePopover(event.currentTarget);
            add(kind);
          }}
        >
          <span className="font-medium">{kindWords(kind).name}</span>
          <span className="text-muted">{kindWords(kind).does}</span>
        </button>
      ))}
    </Popover>
  );
}
