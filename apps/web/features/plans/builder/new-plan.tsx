"use client";

import type { PlanDocument } from "@crosspoint/protocol";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { draftFrom, isImported, newDraft } from "../draft-address";
import { savedPlanOf } from "../saved-plan-key";
import { LazyBuilder } from "./lazy-builder";

interface NewPlanProps {
  /** A built-in plan's id, or a version of a saved plan, to begin from. */
  readonly from: string | undefined;
  /** A draft of this browser. */
  readonly draft: string | undefined;
}

/** A plan that was never saved. */
export function NewPlan({ from, draft }: NewPlanProps) {
  const { data, error, refetch } = useBeginning(from);
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  if (from !== undefined && data === undefined) return null;
  const document = data === undefined ? { name: "", steps: [] } : copyToEdit(data);
  const draftName = draft !== undefined && isImported(draft) ? draft : from === undefined ? newDraft : draftFrom(from);
  return <LazyBuilder key={draftName} origin={{ kind: "new", draftName, document }} />;
}

/** What is edited next follows no published method any more, whatever it was begun from. */
function copyToEdit({ source: _, follows: __, departs: ___, ...document }: PlanDocument) {
  return { ...document, name: `Copy of ${document.name}` };
}

function useBeginning(from: string | undefined) {
  const trpc = useTRPC();
  const saved = from === undefined ? undefined : savedPlanOf(from);
  const builtIn = useQuery(
    trpc.plan.builtIn.queryOptions(from === undefined || saved !== undefined ? skipToken : { planId: from }),
  );
  const version = useQuery(trpc.plan.get.queryOptions(saved ?? skipToken));
  if (saved === undefined) return builtIn;
  return { data: version.data?.document, error: version.error, refetch: version.refetch };
}
