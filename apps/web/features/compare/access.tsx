"use client";

import type { ComparedMetric } from "@crosspoint/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
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

/** How each series differs from the baseline, point by point. */
export function useDifferences(baseline: string, metric: ComparedMetric, enabled: boolean) {
  const access = useAccess();
  const trpc = useTRPC();
  const own = access.kind === "own" ? access.selection : undefined;
  const token = access.kind === "shared" ? access.token : "";
  const ofOwn = useQuery(
    trpc.compare.differences.queryOptions(
      { ...own, baseline, metric },
      { enabled: enabled && own !== undefined, placeholderData: keepPreviousData },
    ),
  );
  const ofShared = useQuery(
    trpc.compare.shared.differences.queryOptions(
      { token, baseline, metric },
      { enabled: enabled && own === undefined, placeholderData: keepPreviousData },
    ),
  );
  return own === undefined ? ofShared : ofOwn;
}
