import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

/** Most characters of a comparison's name. */
export const nameMost = 100;

/** What a comparison is for. */
export function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  return (
    <Field label="Note" hint="Optional: what it shows, or what it is for">
      <Input value={note} maxLength={1000} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
