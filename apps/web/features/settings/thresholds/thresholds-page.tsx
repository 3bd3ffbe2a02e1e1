"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Page } from "@/features/navigation/page";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { PanelSkeleton } from "@/ui/skeleton";
import { SettingsTabs } from "../settings-tabs";
import type { Threshold } from "./threshold";
import { ThresholdsPanel } from "./thresholds-panel";

/** Loaded when they are opened. */
const NewThresholdDialog = dynamic(() => import("./new-threshold-dialog").then((dialog) => dialog.NewThresholdDialog), {
  ssr: false,
});
const ChangeThresholdDialog = dynamic(
  () => import("./change-threshold-dialog").then((dialog) => dialog.ChangeThresholdDialog),
  { ssr: false },
);

/** Where somebody set other thresholds than the rules' own: for which drives, from what to what, who, when and why. */
export function ThresholdsPage() {
  const [open, setOpen] = useState<"new" | Threshold>();
  const whyNot = useWhyNot("health.configure");
  const { data, error, refetch } = useQuery(useTRPC().health.thresholds.queryOptions());
  const close = () => setOpen(undefined);
  const button = (
    <Button variant="primary" disabledReason={whyNot} onClick={() => setOpen("new")}>
      <Plus aria-hidden /> Set threshold
    </Button>
  );
  return (
    <Page
      crumbs={[{ name: "Settings", href: "/settings" }, { name: "Health thresholds" }]}
      title="Health thresholds"
      subtitle="For the fleet, a model, a group or a drive; the narrowest counts"
      actions={button}
    >
      <SettingsTabs />
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <PanelSkeleton className="h-60" /> : null}
      {data?.length === 0 ? (
        <EmptyState icon={SlidersHorizontal} title="Every rule has its default thresholds" action={button}>
          Set others where the defaults don’t fit: for all drives, for a model, a group or a single drive.
        </EmptyState>
      ) : null}
      {data?.length ? <ThresholdsPanel thresholds={data} onChange={setOpen} /> : null}
      {open === "new" ? <NewThresholdDialog onClose={close} /> : null}
      {open !== undefined && open !== "new" ? (
        <ChangeThresholdDialog of={{ scope: open.scope, name: open.drives }} ruleId={open.rule} onClose={close} />
      ) : null}
    </Page>
  );
}
