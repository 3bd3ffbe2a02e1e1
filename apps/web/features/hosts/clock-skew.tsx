import { formatDuration } from "@crosspoint/domain";
import { TriangleAlert } from "lucide-react";
import { Badge } from "@/ui/status";
import type { HostEntry } from "./host-state";

/** "0.12 s behind"; a clock far off gets a warning, because its samples stand at the wrong time. */
export function ClockSkew({ host }: { host: Pick<HostEntry, "clockSkewMs" | "clockSkewed"> }) {
  const { clockSkewMs, clockSkewed } = host;
  if (clockSkewMs === undefined) return <span className="text-muted">–</span>;
  const words =
    clockSkewMs === 0 ? "exact" : `${formatDuration(Math.abs(clockSkewMs))} ${clockSkewMs > 0 ? "ahead" : "behind"}`;
  if (!clockSkewed) return <span className="text-muted">{words}</span>;
  return <Badge icon={TriangleAlert} word={words} tone="watch" plain />;
}
