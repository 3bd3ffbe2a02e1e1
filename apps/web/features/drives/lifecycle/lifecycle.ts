import type { Inputs, Outputs } from "@/api/client";

export type Lifecycle = Outputs["lifecycle"]["get"];
export type ChosenLifecycle = Inputs["lifecycle"]["change"]["lifecycle"];

export const lifecycleWords: Record<Lifecycle["lifecycle"], string> = {
  inService: "In service",
  spare: "Spare",
  retired: "Retired",
  replaced: "Replaced",
  merged: "Merged",
};
