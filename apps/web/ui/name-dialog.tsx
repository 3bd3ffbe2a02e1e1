import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";

interface NameDialogProps {
  readonly title: string;
  readonly description?: string;
  /** What the button does: "Save view". */
  readonly action: string;
  readonly nameBefore?: string;
  readonly maxLength: number;
  readonly change: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
  /** Fields below the name. */
  readonly children?: ReactNode;
}

/** Gives something a name; without one it does nothing. */
export function NameDialog({ nameBefore = "", maxLength, action, change, onSave, onClose, ...rest }: NameDialogProps) {
  const { children, ...texts } = rest;
  const [text, setText] = useState(nameBefore);
  const name = text.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      {...texts}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={change.isPending}
            disabledReason={name === "" ? "Enter a name." : undefined}
            onClick={() => onSave(name)}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Field label="Name" error={change.error?.message}>
          <Input value={text} maxLength={maxLength} onChange={(event) => setText(event.target.value)} />
        </Field>
        {children}
      </div>
    </Dialog>
  );
}
