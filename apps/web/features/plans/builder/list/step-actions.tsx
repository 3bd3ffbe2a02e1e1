"use client";

import {
  ArrowDown,
  ArrowUp,
  CopyPlus,
  ListIndentDecrease,
  ListIndentIncrease,
  type LucideIcon,
  Trash2,
} from "lucide-react";
import { Button } from "@/ui/button";
import { useBuilderState } from "../builder-context";
import { type DraftStep, kindOf } from "../draft/draft-plan";
import { kindWords } from "../draft/kinds";
import { type Direction, moveOf, placeWords, whyNotAdd } from "../draft/moves";
import { findStep } from "../draft/tree";

const moves: readonly { direction: Direction; word: string; icon: LucideIcon }[] = [
  { direction: "up", word: "up", icon: ArrowUp },
  { direction: "down", word: "down", icon: ArrowDown },
  { direction: "in", word: "into the steps beside it", icon: ListIndentIncrease },
  { direction: "out", word: "out of the step around it", icon: ListIndentDecrease },
];

interface StepActionsProps {
  readonly step: DraftStep;
  /** "step 2, Sweep". */
  readonly name: string;
}

/** Moves, copies and removes a step. A button keeps the focus when its step goes elsewhere. */
export function StepActions({ step, name }: StepActionsProps) {
  const { plan, edit, nextStepKey } = useBuilderState();
  const { key } = step;
  const whyNoCopy = whyNotAdd(plan.steps, { ...step, key: "" }, findStep(plan.steps, key)?.within);
  return (
    <span className="ml-auto flex items-center">
      {moves.map(({ direction, word, icon }) => {
        const move = moveOf(plan.steps, key, direction);
        return (
          <Action
            key={direction}
            part={direction}
            label={`Move ${name} ${word}`}
            title={`Move ${word}`}
            icon={icon}
            why={move.kind === "unable" ? move.why : undefined}
            onPress={() =>
              edit(
                { kind: "move", key, direction },
                { focus: { key, part: direction }, say: (after) => placeWords(after.steps, key) },
              )
            }
          />
        );
      })}
      <Action
        part="copy"
        label={`Duplicate ${name}`}
        title="Duplicate"
        icon={CopyPlus}
        why={whyNoCopy}
        onPress={() =>
          edit(
            { kind: "duplicate", key },
            { focus: { key: nextStepKey, part: "toggle" }, say: (after) => placeWords(after.steps, nextStepKey) },
          )
        }
      />
      <Action
        part="remove"
        label={`Remove ${name}`}
        title="Remove"
        icon={Trash2}
        why={undefined}
        onPress={() => {
          const focus = neighborOf(plan.steps, key);
          const say = () => `Removed ${kindWords(kindOf(step)).name}. It can be undone.`;
          edit({ kind: "remove", key }, { say, ...(focus && { focus: { key: focus, part: "toggle" } }) });
        }}
      />
    </span>
  );
}

/** The step that has the focus once this one is gone. */
function neighborOf(steps: readonly DraftStep[], key: string): string | undefined {
  const found = findStep(steps, key);
  return (found?.list[found.index + 1] ?? found?.list[found.index - 1] ?? found?.parent)?.key;
}

interface ActionProps {
  readonly part: string;
  readonly label: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Why it cannot be done now. */
  readonly why: string | undefined;
  readonly onPress: () => void;
}

/** The same element whether it can be pressed or not, so that it keeps the focus. */
function Action({ part, label, title, icon: Icon, why, onPress }: ActionProps) {
  return (
    <Button
      size="icon-small"
      variant="ghost"
      data-part={part}
      aria-label={label}
      title={why ?? title}
      aria-disabled={why !== undefined}
      onClick={() => {
        if (why === undefined) onPress();
      }}
    >
      <Icon aria-hidden />
    </Button>
  );
}
