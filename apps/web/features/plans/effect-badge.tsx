import { Eraser, Eye, PencilLine } from "lucide-react";
import { Badge } from "@/ui/status";
import type { PlanSummary } from "./group-plans";

const effects = {
  readsOnly: <Badge icon={Eye} word="Reads only" tone="good" plain />,
  overwrites: <Badge icon={PencilLine} word="Overwrites data" tone="watch" plain />,
  purges: <Badge icon={Eraser} word="Purges the drive" tone="failed" plain />,
};

/** What a plan does to the data on its target. */
export function EffectBadge({ effect }: { effect: PlanSummary["effect"] }) {
  return effects[effect];
}
