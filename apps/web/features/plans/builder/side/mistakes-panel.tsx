"use client";

import { CircleCheck } from "lucide-react";
import { Panel } from "@/ui/panel";
import { type Mistake, placeOfMistake } from "../draft/check";
import type { DraftPlan } from "../draft/draft-plan";

interface MistakesPanelProps {
  readonly plan: DraftPlan;
  readonly mistakes: readonly Mistake[];
  readonly onGo: (mistake: Mistake) => void;
}

/** Every mistake with its place; none is hidden in a step that is closed. */
export function MistakesPanel({ plan, mistakes, onGo }: MistakesPanelProps) {
  if (mistakes.length === 0) {
    return (
      <p className="flex items-center gap-1.5 px-1 text-good text-table">
        <CircleCheck className="size-4" aria-hidden /> No mistakes
      </p>
    );
  }
  return (
    <Panel title="Mistakes" note={String(mistakes.length)} flush>
      <ul className="max-h-64 overflow-y-auto">
        {mistakes.map((mistake) => (
          <li key={`${mistake.documentPath.join(".")} ${mistake.message}`} className="border-b last:border-b-0">
            <button
              type="button"
              className="grid w-full px-4 py-1.5 text-left text-table hover:bg-hover"
              onClick={() => onGo(mistake)}
            >
              <span className="font-medium text-danger">{placeOfMistake(plan, mistake)}</span>
              <span className="wrap-anywhere text-muted">{mistake.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
