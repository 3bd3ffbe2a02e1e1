"use client";

import { useState } from "react";
import { NoteField, whyNoNote } from "@/features/health/note-field";
import { BulkDialog } from "./bulk-dialog";
import { ConditionField } from "./condition-field";
import type { BulkInput } from "./use-bulk-preview";

interface AcknowledgeDialogProps {
  readonly selection: BulkInput["selection"];
  readonly onClose: () => void;
}

/** Says of what is wrong with many drives that it is known; each condition counts again once it gets worse. */
export function AcknowledgeDialog({ selection, onClose }: AcknowledgeDialogProps) {
  const [rule, setRule] = useState<string>();
  const [note, setNote] = useState("");
  const rules = rule === undefined ? {} : { rules: [rule] };
  return (
    <BulkDialog
      title="Acknowledge conditions"
      verb="Acknowledge on"
      description="They count for no verdict until they get worse than they are now."
      selection={selection}
      request={whyNoNote(note) === undefined ? { kind: "acknowledge", note: note.trim(), ...rules } : undefined}
      onClose={onClose}
    >
      <ConditionField rule={rule} onChange={setRule} />
      <NoteField value={note} onChange={setNote} />
    </BulkDialog>
  );
}
