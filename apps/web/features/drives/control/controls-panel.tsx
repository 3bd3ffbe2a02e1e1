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
  const controls = data?.controls ?? [];
  const group = (isMeant: (kind: DriveAction["kind"]) => boolean) => (
    <div className="flex flex-wrap gap-2">
      {controls
        .filter(({ kind }) => isMeant(kind))
        .map(({ kind, whyNot }) => {
          const action = startingAction(kind, drive);
          return (
            <Button
              key={kind}
              size="small"
              variant={destructive.has(kind) ? "danger" : "secondary"}
              disabledReason={whyNot ?? (action ? undefined : "The drive has no namespaces.")}
              onClick={() => setOpen(action)}
            >
              {names[kind]}…
            </Button>
          );
        })}
    </div>
  );
  return (
    <Panel title="Controls">
      <div className="grid min-h-24 gap-4">
        <div className="grid gap-2">
          <p className="text-muted text-table">Settings and tests; data is not touched.</p>
          {group((kind) => !destructive.has(kind))}
        </div>
        <div className="grid gap-2">
          <p className="text-muted text-table">
            Erase. Each asks for the drive&apos;s serial, and the host&apos;s own policy must allow it. Drives in use
            are always refused.
          </p>
          {group((kind) => destructive.has(kind))}
        </div>
        <DriveCommands commands={data?.commands ?? []} driveId={drive.id} />
      </div>
      {open ? <ControlDialog drive={drive} starting={open} onClose={() => setOpen(undefined)} /> : null}
    </Panel>
  );
}
