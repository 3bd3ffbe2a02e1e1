import { Field } from "./field";
import { Input } from "./input";

/** Asks for the serial of the drive that something would destroy: typed, since what is typed was read. */
export function SerialField({
  serial,
  typed,
  onType,
  onEnter,
}: {
  serial: string;
  typed: string;
  onType: (typed: string) => void;
  onEnter: () => void;
}) {
  return (
    <Field label={`Type the serial ${serial}`}>
      <Input
        data-first-focus
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter();
        }}
      />
    </Field>
  );
}
