"use client";

import type { ReactNode } from "react";
import { refusalOf } from "@/api/refusal";
import { useActor } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

interface RemovalDialogProps {
  /** "Remove farm-7": the dialog's title and its button. */
  readonly verb: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** What goes for good, and what stays; undefined while it is being counted. */
  readonly deleted: readonly string[] | undefined;
  readonly kept: string;
  /** What else a person should know, such as comparisons that lose something. */
  readonly note?: string | undefined;
  /** What must be typed: where history goes. */
  readonly typedName: TypedName | undefined;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}

interface TypedName {
  /** "serial", "host name". */
  readonly what: string;
  readonly name: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Says in counts what a removal deletes before it is asked for; where history goes, it asks for the name. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { verb, onClose, children, deleted, kept, note, typedName, error, busy, onConfirm } = props;
  const actor = useActor();
  const whyNot = whyNotRemove(deleted, typedName);
  const refusal = error ? refusalOf(error) : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={verb}
      description="This can't be undone."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} disabledReason={whyNot} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        {refusal ? (
          <Banner tone="failed" title={refusal.message}>
            {refusal.remedy}
          </Banner>
        ) : null}
        <DefinitionList>
          <Definition term="Deleted">
            <DeletedList deleted={deleted} />
          </Definition>
          <Definition term="Kept">{kept}</Definition>
          <Definition term="Audited">as {actor.email}</Definition>
        </DefinitionList>
        {note ? <p className="text-muted text-table">{note}</p> : null}
        {typedName ? (
          <NameField
            {...typedName}
            onEnter={() => {
              if (whyNot === undefined && !busy) onConfirm();
            }}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function whyNotRemove(deleted: readonly string[] | undefined, typedName: TypedName | undefined): string | undefined {
  if (deleted === undefined) return "Counting…";
  if (typedName && typedName.typed !== typedName.name) return `Type the ${typedName.what} to confirm.`;
  return undefined;
}

function DeletedList({ deleted }: { deleted: readonly string[] | undefined }) {
  if (deleted === undefined) return "Counting…";
  if (deleted.length === 0) return "nothing";
  return (
    <ul className="grid gap-1">
      {deleted.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

function NameField({ what, name, typed, onType, onEnter }: TypedName & { onEnter: () => void }) {
  return (
    <Field label={`Type the ${what} ${name}`}>
      <Input
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
