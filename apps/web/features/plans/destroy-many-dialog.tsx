"use client";

import { formatBytes } from "@crosspoint/domain";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useId, useState } from "react";
import { useActor } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Dialog } from "@/ui/dialog";
import { fieldClasses } from "@/ui/input";
import { type Destroyed, type DestroyedDrive, drivesOf } from "./destroyed";
import { besideWords } from "./preflight-panel";
import { readSerials } from "./typed-serials";

interface DestroyManyDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The drives whose data is lost. */
  readonly destroyed: readonly Destroyed[];
  /** When it happens, where that is not at once. */
  readonly when: string | undefined;
  readonly busy: boolean;
  /** With the serials as they were typed. */
  readonly onConfirm: (typed: string) => void;
}

/**
 * The key to the data of many drives: every serial, typed, scanned or pasted from a list of one's own. What is on the list
 * and what is shown here are two accounts of the same drives, and both must agree; nothing here fills the field.
 */
export function DestroyManyDialog(props: DestroyManyDialogProps) {
  const { open, onOpenChange, destroyed, when, busy, onConfirm } = props;
  const [text, setText] = useState("");
  const actor = useActor();
  const drives = drivesOf(destroyed);
  const { confirmed, unknown } = readSerials(
    text,
    drives.map(({ serial }) => serial),
  );
  const missing = confirmed.filter((each) => !each).length;
  const change = (next: boolean) => {
    setText("");
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={`Overwrite data on ${drives.length} drives`}
      description="This can't be undone."
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={reasonOf(missing, unknown)}
            onClick={() => onConfirm(text)}
          >
            Overwrite {drives.length} drives
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <DriveList drives={drives} confirmed={confirmed} />
        {when === undefined ? null : <p>{when}</p>}
        <SerialsField
          text={text}
          onType={setText}
          unknown={unknown}
          note={`${drives.length - missing} of ${drives.length} confirmed`}
        />
        <p className="text-muted text-table">
          Recorded in the audit as {actor.email}, with every serial, visible to everyone with access to the audit.
        </p>
      </div>
    </Dialog>
  );
}

function reasonOf(missing: number, unknown: readonly string[]): string | undefined {
  if (unknown.length > 0) return `No drive of this batch has the serial ${unknown[0]}.`;
  if (missing === 0) return undefined;
  return missing === 1 ? "The serial of 1 drive is missing." : `The serials of ${missing} drives are missing.`;
}

interface DriveListProps {
  readonly drives: readonly DestroyedDrive[];
  readonly confirmed: readonly boolean[];
}

function DriveList({ drives, confirmed }: DriveListProps) {
  return (
    <ul aria-label="Drives that lose their data" className="max-h-64 overflow-y-auto rounded-md border text-table">
      {drives.map(({ driveId, model, serial, on }, index) => {
        const Icon = confirmed[index] ? CircleCheck : CircleDashed;
        return (
          <li key={driveId} className="flex gap-2 border-b px-3 py-1.5 last:border-b-0">
            <Icon
              className={cn("mt-0.5 size-4 shrink-0", confirmed[index] ? "text-good" : "text-muted")}
              role="img"
              aria-label={confirmed[index] ? "confirmed" : "not confirmed"}
            />
            <span className="min-w-0 select-none">
              <span className="wrap-anywhere block">
                <span className="font-mono">{serial}</span>, {on[0]?.preflight.drive?.productName ?? model}
              </span>
              {on.map((target) => (
                <LostData key={`${target.destroys.path} ${target.destroys.nsid}`} {...target} />
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function LostData({ preflight: { hostname }, destroys }: Destroyed) {
  const { path, nsid, model, spanBytes } = destroys;
  return (
    <span className="wrap-anywhere block text-muted">
      {hostname}, <span className="font-mono">{path}</span>, {nsid === undefined ? model : `namespace ${nsid}`}:
      everything in its first {formatBytes(spanBytes).text}
      {besideWords(destroys)}
    </span>
  );
}

interface SerialsFieldProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly unknown: readonly string[];
  readonly note: string;
}

/** As long as 256 serials with what stands between them. */
const charactersMost = 20_000;

function SerialsField({ text, onType, unknown, note }: SerialsFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-table">
        Serials
      </label>
      <textarea
        id={id}
        data-first-focus
        rows={4}
        maxLength={charactersMost}
        autoComplete="off"
        spellCheck={false}
        className={cn(fieldClasses, "h-auto py-1.5 font-mono")}
        aria-describedby={`${id}-note`}
        aria-invalid={unknown.length > 0}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      <p id={`${id}-note`} className="text-muted text-xs">
        Type or scan the serial of every drive, or paste your own list of them, in any order.{" "}
        <span role="status">{note}</span>
      </p>
      {unknown.length === 0 ? null : (
        <p role="alert" className="wrap-anywhere text-danger text-xs">
          No drive of this batch: {unknown.slice(0, 5).join(", ")}
          {unknown.length > 5 ? ", …" : ""}
        </p>
      )}
    </div>
  );
}
