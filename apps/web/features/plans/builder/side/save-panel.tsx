"use client";

import { Save } from "lucide-react";
import { refusalOf } from "@/api/refusal";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Panel } from "@/ui/panel";
import type { CheckedPlan } from "../draft/check";
import type { Origin } from "../origin";
import type { Draft } from "../use-draft";
import type { SavePlan } from "../use-save";

interface SavePanelProps {
  readonly origin: Origin;
  readonly draft: Draft;
  readonly checked: CheckedPlan;
  readonly save: SavePlan;
}

/** Saves the plan for the team, as its first version or its next. */
export function SavePanel({ origin, draft, checked, save }: SavePanelProps) {
  const why = useReason(origin, draft, checked);
  const refusal = save.error ? refusalOf(save.error) : undefined;
  const isNew = origin.kind === "new";
  return (
    <Panel title={isNew ? "Save" : "Save a version"} note={stateWords(origin, draft)}>
      <div className="grid gap-3">
        {refusal === undefined ? null : (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        )}
        <Field label="Note" hint={isNew ? "What this version is for; optional." : "What changed; optional."}>
          <Input
            maxLength={1000}
            value={draft.note}
            onChange={({ target }) => draft.setNote(target.value)}
            onKeyDown={({ key }) => {
              if (key === "Enter" && why === undefined) save.start();
            }}
          />
        </Field>
        <Button variant="primary" busy={save.isPending} disabledReason={why} onClick={save.start}>
          <Save aria-hidden /> {isNew ? "Save plan" : `Save version ${(draft.basedOn ?? 0) + 1}`}
        </Button>
        {draft.kept || !draft.isChanged ? null : (
          <p className="text-table text-watch">This browser has no room to keep what you typed. Save or export it.</p>
        )}
      </div>
    </Panel>
  );
}

function stateWords(origin: Origin, { isChanged, basedOn }: Draft): string {
  if (origin.kind === "new") return isChanged ? "not saved, kept in this browser" : "";
  return isChanged ? "unsaved changes, kept in this browser" : `version ${basedOn}`;
}

/** Why it cannot be saved now. */
function useReason(origin: Origin, draft: Draft, checked: CheckedPlan): string | undefined {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) return whyNot;
  if (draft.text !== undefined) return "The text cannot be read as a plan yet.";
  if (checked.kind === "invalid") return "Correct the mistakes first.";
  if (origin.kind === "new") return undefined;
  if (!draft.isChanged) return "Nothing has changed.";
  const newest = origin.detail.versions[0]?.version ?? 0;
  return newest > (draft.basedOn ?? 0) ? `Compare with version ${newest} first.` : undefined;
}
