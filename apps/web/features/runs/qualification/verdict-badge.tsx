import type { QualificationVerdict } from "@crosspoint/domain";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { Badge } from "@/ui/status";

const looks = {
  pass: { word: "Pass", icon: CircleCheck, tone: "good" },
  fail: { word: "Fail", icon: CircleX, tone: "failed" },
  inconclusive: { word: "Inconclusive", icon: CircleHelp, tone: "watch" },
} as const;

/** Whether a drive is fit for use. */
export function VerdictBadge({ verdict }: { verdict: QualificationVerdict }) {
  return <Badge {...looks[verdict]} />;
}
