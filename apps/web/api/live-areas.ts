import type { LiveChange } from "@crosspoint/api";

/** Routers whose answers may differ after a change of this kind. */
export function areasOf(change: Exclude<LiveChange, { topic: "resync" }>): readonly string[] {
  switch (change.topic) {
    case "host":
      return ["host", "fleet", "drive"];
    case "drive":
      return ["drive", "fleet"];
    case "run":
      return ["run"];
    case "command":
      return ["drive"];
  }
}
