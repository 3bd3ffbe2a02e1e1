import { CircleCheck, CircleDashed, KeyRound, Unplug } from "lucide-react";
import type { Outputs } from "@/api/client";
import { Badge } from "@/ui/status";

export type HostEntry = Outputs["host"]["list"]["hosts"][number];
type HostHead = Pick<HostEntry, "word" | "keyRevokedAt">;

/** Whether a host reports: reporting, not reporting, never reported, or locked out. */
export function HostStateBadge({ host, plain = false }: { host: HostHead; plain?: boolean }) {
  if (host.keyRevokedAt) return <Badge icon={KeyRound} word="Key revoked" tone="neutral" plain={plain} />;
  if (host.word.kind === "heard") return <Badge icon={CircleCheck} word="Reporting" tone="good" plain={plain} />;
  if (host.word.since === undefined) {
    return <Badge icon={CircleDashed} word="Never reported" tone="watch" plain={plain} />;
  }
  return <Badge icon={Unplug} word="Not reporting" tone="failed" plain={plain} />;
}
