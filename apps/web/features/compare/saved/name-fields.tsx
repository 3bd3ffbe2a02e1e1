import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

interface NameFieldsProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly error?: string | undefined;
}

/** What a comparison is called, and what it is for. */
export function NameFields({ name, onName, note, onNote, error }: NameFieldsProps) {
  return (
    <div className="grid gap-3">
      <Field label="Name" error={error}>
        <Input value={name} maxLength={100} onChange={(event) => onName(event.target.value)} />
      </Field>
      <Field label="Note" hint="Optional: what it shows, or what it is for">
        <Input value={note} maxLength={1000} onChange={(event) => onNote(event.target.value)} />
      </Field>
    </div>
  );
}
