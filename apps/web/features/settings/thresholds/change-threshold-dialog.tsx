"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { ThresholdDialog } from "@/features/health/threshold-dialog";
import type { Threshold } from "./threshold";

interface ChangeThresholdDialogProps {
  readonly threshold: Pick<Threshold, "scope" | "drives" | "rule" | "grades"> & { readonly id?: string | undefined };
  readonly onClose: () => void;
}

/** Sets other figures for the same drives, or takes the threshold away. */
export function ChangeThresholdDialog({ threshold, onClose }: ChangeThresholdDialogProps) {
  const { scope, drives, grades, id } = threshold;
  const { data: rules = [] } = useQuery(useTRPC().health.rules.queryOptions());
  const rule = rules.find((each) => each.id === threshold.rule);
  if (rule === undefined) return null;
  return (
    <ThresholdDialog scope={scope} scopeName={drives} rule={rule} held={grades} thresholdId={id} onClose={onClose} />
  );
}
