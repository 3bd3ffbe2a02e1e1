"use client";

import { type FindingFix, formatBlockSize } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { Button } from "@/ui/button";
import type { DriveDetail } from "../drive-detail";
import { fixingAction } from "./fixing-action";

const ControlDialog = dynamic(() => import("../control/control-dialog").then((module) => module.ControlDialog), {
  ssr: false,
});

/** Opens the dialog that mends a finding, filled in; below it, why it cannot be pressed. */
export function FixButton({ drive, fix }: { drive: DriveDetail; fix: FindingFix }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(useTRPC().drive.control.list.queryOptions({ driveId: drive.id }));
  const action = fixingAction(fix, drive);
  if (action === undefined) return null;
  const whyNot = data?.controls.find(({ kind }) => kind === action.kind)?.whyNot;
  return (
    <>
      <Button
        size="small"
        variant={fix.kind === "format" ? "danger" : "secondary"}
        disabledReason={whyNot}
        onClick={() => setOpen(true)}
      >
        {wordOf(fix)}
      </Button>
      {whyNot === undefined ? null : <p className="mt-1 wrap-anywhere text-muted">{whyNot}</p>}
      {open ? <ControlDialog drive={drive} starting={action} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function wordOf(fix: FindingFix): string {
  switch (fix.kind) {
    case "format":
      return `Format to ${formatBlockSize(fix.dataBytes).text}…`;
    case "setScheduler":
      return "Set scheduler to none…";
    case "limitPower":
      return "Limit power…";
  }
}
