"use client";

import { readPlanYaml, writePlanYaml } from "@crosspoint/services/plan/rules/plan-yaml";
import { type RefObject, useMemo, useRef } from "react";
import { Button } from "@/ui/button";
import { type Mistake, placeOfMistake } from "./draft/check";
import { documentOf, draftOf } from "./draft/draft-plan";
import type { Draft } from "./use-draft";

interface TextViewProps {
  readonly draft: Draft;
  readonly mistakes: readonly Mistake[];
  readonly readOnly: boolean;
}

interface Line {
  readonly line: number | undefined;
  readonly place: string;
  readonly message: string;
}

/** The plan as YAML: what is typed here is in the cards too, as soon as it can be read. */
export function TextView({ draft, mistakes, readOnly }: TextViewProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const written = useMemo(() => writePlanYaml(documentOf(draft.plan)), [draft.plan]);
  const shown = draft.text ?? draft.typed ?? written;
  const lines = useMemo(() => linesOf(shown, draft, mistakes), [shown, draft, mistakes]);
  const goTo = (line: number) => {
    const start =
      shown
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = shown.indexOf("\n", start);
    area.current?.focus();
    area.current?.setSelectionRange(start, end < 0 ? shown.length : end);
  };
  return (
    <div>
      <NumberedText area={area} text={shown} readOnly={readOnly} onText={draft.typeText} />
      {lines.length === 0 ? null : <MistakeLines lines={lines} onGo={goTo} />}
      {draft.text === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2 text-table">
          <span className="text-muted">The steps stay as they were until this can be read.</span>
          <Button size="small" onClick={() => draft.setText(undefined)}>
            Discard this text
          </Button>
        </div>
      )}
    </div>
  );
}

function linesOf(text: string, draft: Draft, mistakes: readonly Mistake[]): Line[] {
  const read = readPlanYaml(text);
  if (read.kind === "mistake") return [{ line: read.line, place: "Text", message: firstLine(read.message) }];
  const shape = draftOf(read.document);
  if ("mistake" in shape) return [{ line: 1, place: "Plan", message: shape.mistake }];
  return mistakes.map((mistake) => ({
    line: read.lineOf(mistake.documentPath),
    place: placeOfMistake(draft.plan, mistake),
    message: mistake.message,
  }));
}

/** The parser draws the place below its message. */
function firstLine(message: string): string {
  return message.split("\n")[0]?.replace(/:$/, "") ?? message;
}

interface NumberedTextProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly readOnly: boolean;
  readonly onText: (text: string) => void;
}

function NumberedText({ area, text, readOnly, onText }: NumberedTextProps) {
  const numbers = text.split("\n").map((_, index) => index + 1);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] overflow-x-clip">
      <pre
        aria-hidden
        className="select-none border-r bg-sunken px-2 py-3 text-right font-mono text-muted text-xs leading-5"
      >
        {numbers.join("\n")}
      </pre>
      <textarea
        ref={area}
        aria-label="Plan as YAML"
        spellCheck={false}
        wrap="off"
        readOnly={readOnly}
        rows={numbers.length + 1}
        className="w-full resize-none overflow-x-auto bg-surface px-3 py-3 font-mono text-xs leading-5"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  );
}

function MistakeLines({ lines, onGo }: { lines: readonly Line[]; onGo: (line: number) => void }) {
  return (
    <ul aria-label="Mistakes by line" className="border-t">
      {lines.map(({ line, place, message }) => (
        <li key={`${line} ${place} ${message}`} className="border-b text-table last:border-b-0">
          <button
            type="button"
            className="flex w-full flex-wrap gap-x-3 px-4 py-1.5 text-left hover:bg-hover"
            onClick={() => line !== undefined && onGo(line)}
          >
            <span className="w-16 text-muted">{line === undefined ? "" : `Line ${line}`}</span>
            <span className="font-medium text-danger">{place}</span>
            <span className="wrap-anywhere">{message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
