"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

export interface PickedDrive {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
}

interface DrivePickerProps {
  readonly label: string;
  /** Not offered. */
  readonly except?: string;
  readonly picked: PickedDrive | undefined;
  readonly onPick: (drive: PickedDrive | undefined) => void;
}

/** A drive by its serial, model or host. */
export function DrivePicker({ label, except, picked, onPick }: DrivePickerProps) {
  const [text, setText] = useState("");
  const search = text.trim();
  const { data, isFetching } = useQuery({
    ...useTRPC().search.find.queryOptions({ text: search || "-" }),
    enabled: search !== "" && picked === undefined,
  });
  if (picked !== undefined) {
    return (
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{label}:</span> {picked.model} <span className="font-mono">{picked.serial}</span>
        <Button size="small" onClick={() => onPick(undefined)}>
          Choose another
        </Button>
      </p>
    );
  }
  const found = data?.drives.filter(({ id }) => id !== except) ?? [];
  return (
    <div className="grid gap-2">
      <Field label={label} hint="Serial, model or host">
        <Input value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
      </Field>
      <ul className="grid gap-1" aria-label="Drives found">
        {found.map((drive) => (
          <li key={drive.id}>
            <Button size="small" onClick={() => onPick(drive)}>
              {drive.productName ?? drive.model} <span className="font-mono">{drive.serial}</span>
              {drive.hostname ? ` in ${drive.hostname}` : ""}
            </Button>
          </li>
        ))}
      </ul>
      {search !== "" && !isFetching && found.length === 0 ? <p className="text-muted">No other drive found.</p> : null}
    </div>
  );
}
