"use client";

import { Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import type { RemovedDrive } from "./remove-drive-dialog";

const RemoveDriveDialog = dynamic(() => import("./remove-drive-dialog").then((dialog) => dialog.RemoveDriveDialog), {
  ssr: false,
});

/** Only of a drive that is in no host: its host would report it again. */
export function RemoveDriveButton({ drive }: { drive: RemovedDrive }) {
  const [open, setOpen] = useState(false);
  const forbidden = useWhyNot("drive.remove");
  if (drive.place !== undefined) return null;
  return (
    <>
      <Button variant="danger" disabledReason={forbidden} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Remove drive
      </Button>
      {open ? <RemoveDriveDialog drive={drive} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
