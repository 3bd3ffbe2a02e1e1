"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "@/ui/input";
import { readValue, type ValueKind, writeValue } from "../draft/value-text";

interface TypedInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  readonly value: unknown;
  readonly kind: ValueKind;
  readonly onValue: (value: unknown) => void;
}

/** A value as text. While it is typed it stays as typed; a value that comes from elsewhere takes its place. */
export function TypedInput({ value, kind, onValue, ...props }: TypedInputProps) {
  const [typed, setTyped] = useState(() => writeValue(value, kind));
  const isTyped = Object.is(readValue(typed, kind), value);
  return (
    <Input
      {...props}
      inputMode={kind === "text" || kind === "mix" ? "text" : "decimal"}
      value={isTyped ? typed : writeValue(value, kind)}
      onChange={({ target }) => {
        setTyped(target.value);
        onValue(readValue(target.value, kind));
      }}
    />
  );
}
