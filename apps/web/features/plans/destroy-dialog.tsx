"use client";

import { formatBytes } from "@crosspoint/domain";
import { useState } from "react";
import { useActor } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { Copyable } from "@/ui/copy-button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Dialog } from "@/ui/dialog";
import { DriveName } from "@/ui/drive-name";
import { SerialField } from "@/ui/serial-field";
import type { Preflight } from "./preflight";
import { besideWords } from "./preflight-panel";
import { bytesWords, durationWords, enduranceWords } from "./preflight-words";

interface DestroyDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly preflight: Preflight;
  readonly destroys: NonNullable<Preflight["destroys"]>;
  /** When it happens, where that is not at once. */
  readonly when: string | undefined;
  readonly busy: boolean;
  /** With the serial as it was typed. */
  readonly onConfirm: (typed: string) => void;
}

/** The person's key to a drive's data: what is lost, how long it takes, who will see it, and the serial, typed. */
export function DestroyDialog({ open, onOpenChange, preflight, destroys, when, busy, onConfirm }: DestroyDialogProps) {
  const [typed, setTyped] = useState("");
  const matches = typed === destroys.serial;
  const change = (next: boolean) => {
    setTyped("");
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={`Overwrite data on ${destroys.serial}`}
      description="This can't be undone."
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={matches ? undefined : whyNotYet(destroys)}
            onClick={() => onConfirm(typed)}
          >
            Overwrite {destroys.serial}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <WhatItDoes preflight={preflight} destroys={destroys} when={when} />
        <SerialField
          serial={destroys.serial}
          typed={typed}
          onType={setTyped}
          onEnter={() => {
            if (matches && !busy) onConfirm(typed);
          }}
        />
      </div>
    </Dialog>
  );
}

/** What is destroyed on which drive, for how long it is written to, and who will see it. */
function WhatItDoes({ preflight, destroys, when }: Pick<DestroyDialogProps, "preflight" | "destroys" | "when">) {
  const actor = useActor();
  const isVolume = destroys.nsid === undefined;
  const endurance = enduranceWords(preflight);
  return (
    <DefinitionList>
      <Definition term={isVolume ? "Volume" : "Drive"}>
        <DriveName productName={preflight.drive?.productName} model={destroys.model} />
      </Definition>
      <Definition term={isVolume ? "Serials" : "Serial"}>
        <ul>
          {destroys.drives.map(({ driveId, serial }) => (
            <li key={driveId}>
              <Copyable text={serial} what="serial" />
            </li>
          ))}
        </ul>
      </Definition>
      <Definition term="Location">
        {preflight.hostname}, <span className="font-mono">{destroys.path}</span>
        {isVolume ? null : `, namespace ${destroys.nsid}`}
      </Definition>
      <Definition term="Destroyed">
        everything in its first {formatBytes(destroys.spanBytes).text}: partitions, file systems and their files
        {besideWords(destroys)}
      </Definition>
      <Definition term="Written">{bytesWords(preflight)}</Definition>
      {endurance === undefined ? null : <Definition term="Endurance">{endurance}</Definition>}
      {preflight.settings.length > 0 ? (
        <Definition term="Set">{preflight.settings.join(", ")}, until the run ends</Definition>
      ) : null}
      <Definition term="Duration">{durationWords(preflight)}</Definition>
      {when === undefined ? null : <Definition term="When">{when}</Definition>}
      <Definition term="Audit">recorded as {actor.email}, visible to everyone with access to the audit</Definition>
    </DefinitionList>
  );
}

function whyNotYet({ nsid, serial }: DestroyDialogProps["destroys"]): string {
  if (nsid !== undefined) return "Type the drive's serial first, exactly as shown.";
  return `Type the serials of all drives first, exactly as shown: ${serial}`;
}
