"use client";

import { cloneElement, type ReactElement, useId } from "react";

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** An input or select; it gets its id and its description from here. */
  readonly children: ReactElement<{ id?: string; "aria-describedby"?: string; "aria-invalid"?: boolean }>;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-table">
        {label}
      </label>
      {cloneElement(children, {
        id,
        ...(note ? { "aria-describedby": noteId } : {}),
        ...(error ? { "aria-invalid": true } : {}),
      })}
      {note ? (
        <p
          id={noteId}
          className={error ? "text-danger text-xs" : "text-muted text-xs"}
          role={error ? "alert" : undefined}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
