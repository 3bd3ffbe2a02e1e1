"use client";

import { countPoints, dependsOnModel, type PlanStep, pointsAreAtMost } from "@crosspoint/domain";
import { readPlanYaml } from "@crosspoint/services/plan/rules/plan-yaml";
import { CircleCheck } from "lucide-react";
import { Button } from "@/ui/button";
import { checkPlan, placeOfMistake } from "../builder/draft/check";
import { draftOf } from "../builder/draft/draft-plan";
import { pointCount } from "../point-count";
import { foreignWords } from "./foreign-text";

interface ImportedPlanProps {
  readonly text: string;
  readonly onOpen: (document: unknown, unreadable: string | undefined) => void;
}

interface Found {
  readonly mistakes: readonly { readonly line: number | undefined; readonly words: string }[];
  readonly document: unknown;
  /** The steps cannot be shown: the builder opens with the text. */
  readonly isUnreadable: boolean;
  /** "A plan of 7 points"; a plan with rated figures has those of its drive's model. */
  readonly summary: string;
}

/** What a text was read as; with mistakes too it can be opened, and mended there. */
export function ImportedPlan({ text, onOpen }: ImportedPlanProps) {
  const { mistakes, document, isUnreadable, summary } = readText(text);
  return (
    <div className="grid gap-3">
      {mistakes.length === 0 ? (
        <p className="flex items-center gap-1.5 text-good text-table">
          <CircleCheck className="size-4" aria-hidden /> {summary}, without mistakes
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
  const unreadable = { document: { name: "", steps: [] }, isUnreadable: true, summary: "" };
  const foreign = foreignWords(text);
  if (foreign !== undefined) return { ...unreadable, mistakes: [{ line: undefined, words: foreign }] };
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
  const summary = checked.kind === "valid" ? summaryOf(checked.document.steps) : "";
  return { mistakes, document: read.document, isUnreadable: false, summary };
}

function summaryOf(steps: readonly PlanStep[]): string {
  if (dependsOnModel(steps)) return "A plan whose points depend on the drive's model";
  return `A plan of ${pointCount({ points: countPoints(steps), pointsAreAtMost: pointsAreAtMost(steps) })}`;
}
