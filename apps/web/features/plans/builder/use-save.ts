"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC, useTRPCClient } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { toast } from "@/ui/toast";
import { type CheckedPlan, mistakeAt, pathOfPlace, saysTheSame } from "./draft/check";
import { documentOf, type Fields } from "./draft/draft-plan";
import type { Origin } from "./origin";
import type { Draft } from "./use-draft";

export interface SavePlan {
  readonly start: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Saves what is edited; a name of a saved plan that changed is given to all its versions. */
export function useSave(origin: Origin, draft: Draft, checked: CheckedPlan): SavePlan {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { plan, note, baseline, basedOn = 1 } = draft;
  const edited = documentOf(plan);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (checked.kind === "invalid") throw new Error("The plan has mistakes.");
      const { document } = checked;
      // More may be typed before the answer comes: what was sent is what is saved.
      const sent = { edited };
      if (origin.kind === "new") {
        return { ...sent, ...(await client.plan.create.mutate({ name: document.name, document, note })) };
      }
      const savedPlanId = origin.detail.id;
      if (document.name.trim() !== baseline.name) await client.plan.rename.mutate({ savedPlanId, name: document.name });
      if (isOnlyRenamed(edited, baseline)) return { ...sent, savedPlanId, version: basedOn };
      const { version } = await client.plan.saveVersion.mutate({ savedPlanId, basedOn, document, note });
      return { ...sent, savedPlanId, version };
    },
    onSuccess: async ({ savedPlanId, version, edited: saved }) => {
      draft.settle(saved, version);
      await queryClient.invalidateQueries(trpc.plan.pathFilter());
      toast.success(`Saved as version ${version}`);
      if (origin.kind === "new") router.replace(`/benchmarks/plans/${savedPlanId}`);
    },
    // Somebody else may have saved: then the page says so.
    onError: () => queryClient.invalidateQueries(trpc.plan.pathFilter()),
  });
  return { start: () => mutate(), isPending, error };
}

function isOnlyRenamed(edited: Fields, baseline: Fields): boolean {
  return saysTheSame({ ...edited, name: "" }, { ...baseline, name: "" });
}

/** What the server found that the contract does not know, such as a name that is taken, at its field. */
export function savedMistakes(draft: Draft, { error }: SavePlan) {
  const fields = error ? (refusalOf(error).fields ?? []) : [];
  return fields.map(({ path, message }) => mistakeAt(draft.plan, pathOfPlace(path), message));
}
