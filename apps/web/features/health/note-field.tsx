import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

/** As long as the server keeps of a reason. */
const longest = 500;

interface NoteFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly hint?: string;
  readonly onEnter?: (() => void) | undefined;
}

/** Why a person does something about the health of a drive: kept beside it. */
export function NoteField({
  value,
  onChange,
  label = "Note",
  hint = "Why it can wait. Shown with the condition and in the audit.",
  onEnter,
}: NoteFieldProps) {
  return (
    <Field label={label} hint={hint}>
      <Input
        data-first-focus
        value={value}
        maxLength={longest}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter?.();
        }}
      />
    </Field>
  );
}

/** Why a note is not enough yet. */
export function whyNoNote(note: string): string | undefined {
  return note.trim() === "" ? "Say why." : undefined;
}
