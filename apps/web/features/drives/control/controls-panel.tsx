"use client";

import type { DriveAction } from "@crosspoint/protocol";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import type { DriveDetail } from "../drive-detail";
import { DriveCommands } from "./drive-commands";
import { refusalLines } from "./refusal-lines";
import { startingAction } from "./starting-action";

const ControlDialog = dynamic(() => import("./control-dialog").then((module) => module.ControlDialog), { ssr: false });

const names: Record<DriveAction["kind"], string> = {
  setPowerState: "Power state",
  setPowerGovernor: "Power governor",
  setScheduler: "I/O scheduler",
  selfTest: "Self-test",
  format: "Format",
  discard: "Discard",
  sanitize: "Sanitize",
};
const destructive: ReadonlySet<DriveAction["kind"]> = new Set(["format", "discard", "sanitize"]);

/** What can be done to the drive, why not where it cannot, and what was done. */
export function ControlsPanel({ drive }: { drive: DriveDetail }) {
  const [open, setOpen] = useState<DriveAction>();
  const { data } = useQuery(useTRPC().drive.control.list.queryOptions({ driveId: drive.id }));
  const controls = (data?.controls ?? []).map(({ kind, whyNot }): Control => {
    const action = startingAction(kind, drive);
    return { kind, name: names[kind], action, whyNot: whyNot ?? (action ? undefined : "The drive has no namespaces.") };
  });
  return (
    <Panel title="Controls">
      <div className="grid min-h-24 gap-4">
        <div className="grid gap-2">
          <p className="text-muted text-table">Settings and tests; data is not touched.</p>
          <Group controls={controls.filter(({ kind }) => !destructive.has(kind))} onOpen={setOpen} />
        </div>
        <div className="grid gap-2">
          <p className="text-muted text-table">
            Erase. Each asks for the drive&apos;s serial, and the host&apos;s own policy must allow it. Drives in use
            are always refused.
          </p>
          <Group controls={controls.filter(({ kind }) => destructive.has(kind))} onOpen={setOpen} />
        </div>
        <DriveCommands commands={data?.commands ?? []} driveId={drive.id} />
      </div>
      {open ? <ControlDialog drive={drive} starting={open} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}

interface Control {
  readonly kind: DriveAction["kind"];
  readonly name: string;
  /** With which its dialog begins. */
  readonly action: DriveAction | undefined;
  readonly whyNot: string | undefined;
}

interface GroupProps {
  readonly controls: readonly Control[];
  readonly onOpen: (action: DriveAction | undefined) => void;
}

/** Its buttons, and below them why some cannot be pressed. */
function Group({ controls, onOpen }: GroupProps) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {controls.map(({ kind, name, action, whyNot }) => (
          <Button
            key={kind}
            size="small"
            variant={destructive.has(kind) ? "danger" : "secondary"}
            disabledReason={whyNot}
            onClick={() => onOpen(action)}
          >
            {name}…
          </Button>
        ))}
      </div>
      {refusalLines(controls).map((line) => (
        <p key={line} className="wrap-anywhere text-muted text-table">
          {line}
        </p>
      ))}
    </>
  );
}
