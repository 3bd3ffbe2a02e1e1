"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { useHealthChanged } from "@/features/health/use-health-changed";
import { ChangeLifecycleDialog } from "../lifecycle/change-lifecycle-dialog";
import type { PickedDrive } from "../lifecycle/drive-picker";

/** The dialog of a drive's lifecycle, preset to retire it. */
export function RetireDialog({ drive, onClose }: { drive: PickedDrive; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onHealthChanged = useHealthChanged();
  return (
    <ChangeLifecycleDialog
      drive={drive}
      current="inService"
      onClose={onClose}
      onChanged={() => {
        void queryClient.invalidateQueries({ queryKey: trpc.lifecycle.pathKey() });
        void onHealthChanged();
      }}
    />
  );
}
