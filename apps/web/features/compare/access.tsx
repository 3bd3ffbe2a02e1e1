"use client";

import type { ComparedMetric } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { type Inputs, useTRPC } from "@/api/client";

/** By what right a comparison is read: one's own, which names its series, or a link, which names nothing but itself. */
export type ComparisonAccess =
  | { readonly kind: "own"; readonly selection: Inputs["compare"]["get"] }
  | { readonly kind: "shared"; readonly token: string };

const Access = createContext<ComparisonAccess | undefined>(undefined);

export function AccessProvider({ access, children }: { access: ComparisonAccess; children: ReactNode }) {
  return <Access.Provider value={access}>{children}</Access.Provider>;
}

export function useAccess(): ComparisonAccess {
  const access = useContext(Access);
  if (access === undefined) throw new Error("A comparison is read by no right.");
  return access;
}

/** They cost seconds of the server's time, and follow from results, which never change: not asked anew at each look. */
const staleTime = 300_000;

/**
 * How each series differs from the baseline, point by point. Nothing until it is known: what was asked before is of another
 * baseline or figure, and would stand under the name of this one.
 */
export function useDifferences(baseline: string, metric: ComparedMetric, enabled: boolean) {
  const access = useAccess();
  const trpc = useTRPC();
  const own = access.kind === "own" ? access.selection : undefined;
  const token = access.kind === "shared" ? access.token : "";
  const ofOwn = useQuery(
    trpc.compare.differences.queryOptions(
      { ...own, baseline, metric },
      { enabled: enabled && own !== undefined, staleTime },
    ),
  );
  const ofShared = useQuery(
    trpc.compare.shared.differences.queryOptions(
      { token, baseline, metric },
      { enabled: enabled && own === undefined, staleTime },
    ),
  );
  return own === undefined ? ofShared : ofOwn;
}
