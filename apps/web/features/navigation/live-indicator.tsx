"use client";

import { WifiOff } from "lucide-react";
import { useLiveState } from "@/api/live";
import { Badge } from "@/ui/status";

/** Says that what is shown may be old, while the line to the server is down. Silent otherwise. */
export function LiveIndicator() {
  const state = useLiveState();
  return (
    <div role="status" className="flex items-center">
      {state === "reconnecting" ? <Badge icon={WifiOff} word="Reconnecting" tone="watch" /> : null}
    </div>
  );
}
