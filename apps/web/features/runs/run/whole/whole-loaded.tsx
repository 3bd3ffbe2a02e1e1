"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Skeleton } from "@/ui/skeleton";
import type { Whole } from "./prepare-whole";

interface WholeLoadedProps {
  readonly runId: string;
  readonly sequence: number;
  readonly children: (whole: Whole) => ReactNode;
}

/** All seconds of a point, once they are there. */
export function WholeLoaded({ runId, sequence, children }: WholeLoadedProps) {
  const { data, error, refetch } = useQuery(useTRPC().run.whole.queryOptions({ runId, sequence }));
  if (error) return <QueryError error={error} retry={() => void refetch()} />;
  return data === undefined ? <Skeleton className="h-[380px]" /> : children(data);
}
