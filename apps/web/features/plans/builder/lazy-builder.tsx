"use client";

import dynamic from "next/dynamic";
import { PanelSkeleton } from "@/ui/skeleton";

/** The builder knows drafts of this browser alone, and brings the contract with it: it is loaded once its page is there. */
export const LazyBuilder = dynamic(() => import("./builder").then(({ Builder }) => Builder), {
  ssr: false,
  loading: () => (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid gap-4">
        <PanelSkeleton className="h-56" />
        <PanelSkeleton className="h-96" />
      </div>
      <PanelSkeleton className="h-96" />
    </div>
  ),
});
