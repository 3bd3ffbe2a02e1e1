"use client";

import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { cn } from "@/ui/classes";
import type { FieldPath } from "../draft/edit";
import { axisOf, readValues, showValue, type ValueKind, valuesOf, withValues } from "../draft/value-text";
import type { StepForm } from "../step-form";

interface AxisFieldProps {
  readonly form: StepForm;
  readonly path: FieldPath;
  readonly label: string;
  readonly kind: ValueKind;
  readonly hint?: string;
  /** What it is without a value. */
  readonly placeholder?: string;
  /** Words that are offered while one is typed. */
  readonly suggestions?: readonly string[];
  /** A list also where it has one value, or none. */
  readonly isList?: boolean;
}

/** The values of an axis as chips: type one, a range or a list; Backspace in the empty field takes the last away. */
export function AxisField({ form, path, label, kind, hint, placeholder, suggestions, isList }: AxisFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const values = valuesOf(form.get(path));
  const write = (next: readonly unknown[]) => form.set(path, isList ? next : axisOf(next));
  const removeAt = (index: number) => {
    write(values.toSpliced(index, 1));
    input.current?.focus();
  };
  const error = form.error(path);
  const note = error ?? hint;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <label htmlFor={id} className="font-medium text-table">
        {label}
      </label>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would name each of its chips again. */}
      <div
        role="group"
        aria-label={label}
        className={cn(
          "flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-border-strong/60 bg-surface px-1.5 py-1 focus-within:outline-2 focus-within:outline-accent",
          error !== undefined && "border-danger",
        )}
      >
        {values.map((value, index) => (
          <Chip
            key={`${String(value)}-${values.indexOf(value) === index ? "" : index}`}
            text={showValue(value, kind)}
            label={label}
            isWrong={form.error([...path, index]) !== undefined || (values.length === 1 && error !== undefined)}
            onRemove={() => removeAt(index)}
          />
        ))}
        <AxisInput
          id={id}
          inputRef={input}
          noteId={note === undefined ? undefined : `${id}-note`}
          isWrong={error !== undefined}
          kind={kind}
          placeholder={values.length === 0 ? placeholder : undefined}
          suggestions={suggestions}
          onAdd={(text) => write(withValues(values, readValues(text, kind)))}
          onRemoveLast={() => {
            if (values.length > 0) removeAt(values.length - 1);
          }}
        />
      </div>
      {note === undefined ? null : (
        <p
          id={`${id}-note`}
          className={error === undefined ? "text-muted text-xs" : "text-danger text-xs"}
          role={error === undefined ? undefined : "alert"}
        >
          {note}
        </p>
      )}
    </div>
  );
}

interface ChipProps {
  readonly text: string;
  readonly label: string;
  readonly isWrong: boolean;
  readonly onRemove: () => void;
}

function Chip({ text, label, isWrong, onRemove }: ChipProps) {
  return (
    <span
      className={cn(
        "inline-flex h-6 max-w-full items-center gap-0.5 rounded border pl-1.5 text-table tabular-nums",
        isWrong ? "border-danger bg-failed-soft text-danger" : "bg-sunken",
      )}
    >
      <span className="truncate">{text}</span>
      {isWrong ? <span className="sr-only"> is wrong</span> : null}
      <button
        type="button"
        aria-label={`Remove ${text} from ${label}`}
        className="inline-flex size-5.5 items-center justify-center rounded text-muted hover:bg-hover hover:text-text disabled:hidden"
        onClick={onRemove}
      >
        <X className="size-3" aria-hidden />
      </button>
    </span>
  );
}

interface AxisInputProps {
  readonly id: string;
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly noteId: string | undefined;
  readonly isWrong: boolean;
  readonly kind: ValueKind;
  readonly placeholder: string | undefined;
  readonly suggestions: readonly string[] | undefined;
  readonly onAdd: (text: string) => void;
  readonly onRemoveLast: () => void;
}

function AxisInput({
  id,
  inputRef,
  noteId,
  isWrong,
  kind,
  placeholder,
  suggestions,
  onAdd,
  onRemoveLast,
}: AxisInputProps) {
  const [text, setText] = useState("");
  const add = (typed = text) => {
    if (typed.trim() !== "") onAdd(typed);
    setText("");
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Backspace" && text === "") onRemoveLast();
    const ends = event.key === "Enter" || event.key === " " || (event.key === "," && kind !== "mix");
    if (!ends) return;
    event.preventDefault();
    add();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    add(text + event.clipboardData.getData("text"));
  };
  return (
    <>
      <input
        ref={inputRef}
        id={id}
        aria-describedby={noteId}
        aria-invalid={isWrong || undefined}
        inputMode={kind === "text" || kind === "mix" ? "text" : "decimal"}
        list={suggestions === undefined ? undefined : `${id}-words`}
        placeholder={placeholder}
        autoComplete="off"
        className="h-6 w-12 min-w-0 flex-1 bg-transparent px-1 text-sm outline-none placeholder:text-muted"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => add()}
      />
      {suggestions === undefined ? null : (
        <datalist id={`${id}-words`}>
          {suggestions.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
  );
}
