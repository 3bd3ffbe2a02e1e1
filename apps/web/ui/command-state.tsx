import { Ban, CircleCheck, CircleX, Hourglass, LoaderCircle, TimerOff, Unplug } from "lucide-react";
import { Badge } from "./status";

const looks = {
  pending: { word: "Queued", icon: Hourglass, tone: "neutral" },
  accepted: { word: "Running", icon: LoaderCircle, tone: "accent" },
  declined: { word: "Declined", icon: Ban, tone: "watch" },
  succeeded: { word: "Done", icon: CircleCheck, tone: "good" },
  failed: { word: "Failed", icon: CircleX, tone: "failed" },
  interrupted: { word: "Interrupted", icon: Unplug, tone: "watch" },
  expired: { word: "Expired", icon: TimerOff, tone: "watch" },
} as const;

/** How a command stands: icon, word and color. */
export function CommandState({ state }: { state: string }) {
  return <Badge {...(looks[state as keyof typeof looks] ?? looks.pending)} plain />;
}
