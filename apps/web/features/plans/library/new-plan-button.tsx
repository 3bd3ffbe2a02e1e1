"use client";

import { Plus } from "lucide-react";
import { LaunchLinkButton } from "@/features/access/launch-link-button";

/** Opens the builder. */
export function NewPlanButton() {
  return <LaunchLinkButton href="/benchmarks/plans/new" icon={Plus} label="New plan" />;
}
