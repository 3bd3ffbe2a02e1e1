"use client";

import { fioPointsFile } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { FioDialog } from "@/features/plans/fio-dialog";
import { pointName, type Run, type Spec } from "./run-detail";

interface FioExportProps {
  readonly run: Run;
  readonly point: { readonly sequence: number; readonly spec?: Spec | undefined } | undefined;
  readonly onClose: () => void;
}

/** A point as a job of fio; a run as the jobs of its plan, or of its points where it came without one. */
export function FioExport({ run, point, onClose }: FioExportProps) {
  const ofPlan = point === undefined && run.tool === undefined;
  const { data } = useQuery(
    useTRPC().plan.text.queryOptions({ plan: { kind: "ofRun", runId: run.id }, format: "fio" }, { enabled: ofPlan }),
  );
  if (ofPlan) return <FioDialog file={data && { name: data.fileName, text: data.text }} onClose={onClose} />;
  return <FioDialog what="this" file={point === undefined ? ofRun(run) : ofPoint(point)} onClose={onClose} />;
}

function ofRun({ planName, points }: Run) {
  return { name: "points.fio", text: fioPointsFile(planName, points) };
}

function ofPoint({ sequence, spec }: NonNullable<FioExportProps["point"]>) {
  if (spec === undefined) return undefined;
  return { name: `point-${sequence}.fio`, text: fioPointsFile(pointName({ spec }), [{ sequence, spec }]) };
}
