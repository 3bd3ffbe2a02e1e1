"use client";

import { useState } from "react";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";
import { BulkDialog } from "./bulk-dialog";
import type { BulkInput } from "./use-bulk-preview";

interface LimitPowerDialogProps {
  readonly selection: BulkInput["selection"];
  readonly onClose: () => void;
}

const wattsLeast = 0.1;
const wattsMost = 1000;

/** The most that each drive may draw; a drive has a few steps, of which the highest within the limit is set. */
export function LimitPowerDialog({ selection, onClose }: LimitPowerDialogProps) {
  const [mode, setMode] = useState<"limit" | "none">("limit");
  const [text, setText] = useState("");
  const watts = Number(text);
  const isValid = text.trim() !== "" && watts >= wattsLeast && watts <= wattsMost;
  const limited = isValid ? { kind: "limitPower" as const, maxMilliwatts: Math.round(watts * 1000) } : undefined;
  return (
    <BulkDialog
      title="Limit power"
      verb={mode === "limit" ? "Limit power of" : "Remove power limit of"}
      description="In effect until a drive's next power cycle or reset; drives do not save it. Data is not touched."
      selection={selection}
      request={mode === "none" ? { kind: "limitPower" } : limited}
      onClose={onClose}
    >
      <Segmented
        label="Power"
        value={mode}
        onValueChange={setMode}
        options={[
          { value: "limit", label: "Limit" },
          { value: "none", label: "As much as the drive can" },
        ]}
      />
      {mode === "none" ? null : (
        <Field
          label="Max power (W)"
          hint="Each drive gets its highest power state, or vendor setting, within this limit."
          error={text !== "" && !isValid ? `Enter ${wattsLeast} to ${wattsMost} W.` : undefined}
        >
          <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      )}
    </BulkDialog>
  );
}
