"use client";

import { useState } from "react";
import { BulkDialog } from "./bulk-dialog";
import { ConditionField } from "./condition-field";
import type { BulkInput } from "./use-bulk-preview";

interface WithdrawDialogProps {
  readonly selection: BulkInput["selection"];
  readonly onClose: () => void;
}

/** Takes acknowledgements of many drives back. */
export function WithdrawDialog({ selection, onClose }: WithdrawDialogProps) {
  const [rule, setRule] = useState<string>();
  return (
    <BulkDialog
      title="Withdraw acknowledgements"
      verb="Withdraw from"
      description="What was acknowledged counts for the verdict again."
      selection={selection}
      request={{ kind: "withdrawAcknowledgement", ...(rule === undefined ? {} : { rules: [rule] }) }}
      onClose={onClose}
    >
      <ConditionField rule={rule} onChange={setRule} />
    </BulkDialog>
  );
}
