"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { Origin } from "@/features/drives/thresholds/origin";
import { ThresholdDialog } from "@/features/health/threshold-dialog";
import { QueryError } from "@/features/navigation/page-error";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import type { NamedScope } from "./threshold";

interface ChangeThresholdDialogProps {
  readonly of: NamedScope;
  readonly ruleId: string;
  readonly onClose: () => void;
}

/** Sets other figures for some drives than hold for them now, whoever said those; or takes away what was set for these very drives. */
export function ChangeThresholdDialog({ of: { scope, name }, ruleId, onClose }: ChangeThresholdDialogProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.health.thresholdsAt.queryOptions({ scope }));
  const held = data?.find(({ id }) => id === ruleId);
  if (held === undefined) {
    return (
      <Dialog open onOpenChange={onClose} title="Threshold">
        {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
        {data ? "This version has no such rule." : null}
        {data === undefined && !error ? <Skeleton className="h-40" /> : null}
      </Dialog>
    );
  }
  const { grades, ownGrades, origin } = held;
  return (
    <ThresholdDialog
      scope={scope}
      scopeName={name}
      rule={{ ...held, grades: ownGrades }}
      held={grades.length === 0 ? "off" : grades}
      from={<Origin origin={origin} />}
      thresholdId={origin.kind === scope.kind ? origin.thresholdId : undefined}
      onClose={onClose}
    />
  );
}
