"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { ControlDialog } from "../control/control-dialog";
import { limitingAction } from "../control/limiting-action";

/** The dialog of a drive's power, preset to one step less than now. */
export function LimitPowerDialog({ driveId, onClose }: { driveId: string; onClose: () => void }) {
  const { data: drive } = useQuery(useTRPC().drive.get.queryOptions({ driveId }));
  return drive ? <ControlDialog drive={drive} starting={limitingAction(drive)} onClose={onClose} /> : null;
}
