"use client";

import { countPoints } from "@crosspoint/domain";
import { readPlanYaml } from "@crosspoint/services/plan/rules/plan-yaml";
import { CircleCheck } from "lucide-react";
import { Button } from "@/ui/button";
import { checkPlan, placeOfMistake } from "../builder/draft/check";
import { draftOf } from "../builder/draft/draft-plan";

interface ImportedPlanProps {
  readonly text: string;
  readonly onOpen: (document: unknown, unreadable: string | undefined) => void;
}

interface Found {
  readonly mistakes: readonly { readonly line: number | undefined; readonly words: string }[];
  readonly document: unknown;
  /** The steps cannot be shown: the builder opens with the text. */
  readonly isUnreadable: boolean;
  readonly points: number;
}

/** What a text was read as; with mistakes too it can be opened, and mended there. */
export function ImportedPlan({ text, onOpen }: ImportedPlanProps) {
  const { mistakes, document, isUnreadable, points } = readText(text);
  return (
    <div className="grid gap-3">
      {mistakes.length === 0 ? (
        <p className="flex items-center gap-1.5 text-good text-table">
          <CircleCheck className="size-4" aria-hidden /> A plan of {points === 1 ? "1 point" : `${points} points`},
          without mistakes
        </p>
      ) : (
        <ul aria-label="Mistakes" className="grid max-h-40 gap-1 overflow-y-auto text-table">
          {mistakes.map(({ line, words }) => (
            <li key={`${line} ${words}`} className="wrap-anywhere">
              <span className="text-muted">{line === undefined ? "" : `Line ${line} `}</span>
              <span className="text-danger">{words}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end">
        <Button variant="primary" onClick={() => onOpen(document, isUnreadable ? text : undefined)}>
          {mistakes.length === 0 ? "Open in the builder" : "Correct it in the builder"}
        </Button>
      </div>
    </div>
  );
}

function readText(text: string): Found {
  const unreadable = { document: { name: "", steps: [] }, isUnreadable: true, points: 0 };
  const read = readPlanYaml(text);
  if (read.kind === "mistake") {
    const words = read.message.split("\n")[0] ?? read.message;
    return { ...unreadable, mistakes: [{ line: read.line, words }] };
  }
  const draft = draftOf(read.document);
  if ("mistake" in draft) return { ...unreadable, mistakes: [{ line: 1, words: draft.mistake }] };
  const checked = checkPlan(draft.plan);
  const mistakes = checked.mistakes.map((mistake) => ({
    line: read.lineOf(mistake.documentPath),
    words: `${placeOfMistake(draft.plan, mistake)}: ${mistake.message}`,
  }));
  const points = checked.kind === "valid" ? countPoints(checked.document.steps) : 0;
  return { mistakes, document: read.document, isUnreadable: false, points };
}
