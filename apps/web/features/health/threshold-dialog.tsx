"use client";

import type { HealthRuleId, SetGrade } from "@crosspoint/domain";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Inputs, useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import { GradeRow } from "./grade-row";
import { NoteField, whyNoNote } from "./note-field";
import { fieldsOf, gradesOf, type SetRule } from "./threshold-fields";
import { useHealthChanged } from "./use-health-changed";

type Scope = Inputs["health"]["setThreshold"]["scope"];

interface ThresholdDialogProps {
  readonly scope: Scope;
  /** For which drives it is set: "PHKS7335009F375AGN", "all drives". */
  readonly scopeName: string;
  readonly rule: SetRule;
  /** What holds there now, with which the dialog is filled, and whose word that is. */
  readonly held: "off" | readonly SetGrade[];
  readonly from: ReactNode;
  /** What was set for this very scope, which can be removed. */
  readonly thresholdId?: string | undefined;
  readonly onClose: () => void;
}

/** Sets from where on a rule holds for some drives, with why; or removes what was set for them. */
export function ThresholdDialog({ scope, scopeName, rule, held, from, thresholdId, onClose }: ThresholdDialogProps) {
  const [fields, setFields] = useState(() => fieldsOf(rule, held));
  const [why, setWhy] = useState("");
  const { set, remove } = useThresholdChanges(rule, scopeName, onClose);
  const grades = gradesOf(rule, fields);
  const whyNot = grades === undefined ? "Correct the figures." : whyNoNote(why);
  const error = set.error ?? remove.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Threshold: ${rule.title}`}
      description={`For ${scopeName}. The narrowest that is set counts: a drive before a group, a model and the fleet.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {thresholdId === undefined ? null : (
            <Button
              busy={remove.isPending}
              disabledReason={whyNoNote(why)}
              onClick={() => remove.mutate({ thresholdId, why })}
            >
              Remove override
            </Button>
          )}
          <Button
            variant="primary"
            busy={set.isPending}
            disabledReason={whyNot}
            onClick={() => {
              if (grades !== undefined)
                set.mutate({ scope, rule: rule.id as HealthRuleId, grades: sentGrades(grades), why });
            }}
          >
            Set threshold
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="text-table">Filled in with what holds now: {from}</div>
        {fields.map((grade) => (
          <GradeRow
            key={grade.severity}
            rule={rule}
            grade={grade}
            onChange={(changed) =>
              setFields(fields.map((each) => (each.severity === changed.severity ? changed : each)))
            }
          />
        ))}
        <NoteField label="Why" hint="Shown with the threshold and in the audit." value={why} onChange={setWhy} />
        {error ? (
          <Banner tone="failed" title={refusalOf(error).message}>
            {refusalOf(error).remedy}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}

type SentGrades = Inputs["health"]["setThreshold"]["grades"];

function sentGrades(grades: NonNullable<ReturnType<typeof gradesOf>>): SentGrades {
  return grades as SentGrades;
}

function useThresholdChanges(rule: SetRule, scopeName: string, onClose: () => void) {
  const trpc = useTRPC();
  const onChanged = useHealthChanged();
  const done = (words: string) => async () => {
    toast.success(`${rule.title}: ${words} for ${scopeName}.`);
    onClose();
    await onChanged();
  };
  const set = useMutation(trpc.health.setThreshold.mutationOptions({ onSuccess: done("threshold set") }));
  const remove = useMutation(trpc.health.removeThreshold.mutationOptions({ onSuccess: done("override removed") }));
  return { set, remove };
}
