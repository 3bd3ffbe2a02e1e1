import type { Verdict } from "@crosspoint/domain";
import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Eye,
  type LucideIcon,
  Replace,
  Unplug,
  WifiOff,
} from "lucide-react";
import { cn } from "./classes";

export const healthLooks: Record<
  Verdict,
  { word: string; icon: LucideIcon; text: string; soft: string; fill: string }
> = {
  good: { word: "Good", icon: CircleCheck, text: "text-good", soft: "bg-good-soft", fill: "bg-good" },
  watch: { word: "Watch", icon: Eye, text: "text-watch", soft: "bg-watch-soft", fill: "bg-watch" },
  replace: { word: "Replace", icon: Replace, text: "text-replace", soft: "bg-replace-soft", fill: "bg-replace" },
  failed: { word: "Failed", icon: CircleX, text: "text-failed", soft: "bg-failed-soft", fill: "bg-failed" },
  notResponding: {
    word: "Not responding",
    icon: Unplug,
    text: "text-not-responding",
    soft: "bg-not-responding-soft",
    fill: "bg-not-responding",
  },
  missing: {
    word: "Missing",
    icon: CircleDashed,
    text: "text-not-responding",
    soft: "bg-not-responding-soft",
    fill: "bg-not-responding",
  },
  notReporting: {
    word: "Not reporting",
    icon: WifiOff,
    text: "text-unknown",
    soft: "bg-unknown-soft",
    fill: "bg-unknown",
  },
  unknown: { word: "Unknown", icon: CircleHelp, text: "text-unknown", soft: "bg-unknown-soft", fill: "bg-unknown" },
};

/** A drive's verdict: icon, word and color, never color alone. */
export function HealthBadge({ status, plain }: { status: Verdict; plain?: boolean }) {
  const look = healthLooks[status];
  return <StatusBadge icon={look.icon} word={look.word} text={look.text} soft={plain ? "" : look.soft} />;
}

export type Tone = "good" | "watch" | "failed" | "neutral" | "accent";
const tones: Record<Tone, { text: string; soft: string }> = {
  good: { text: "text-good", soft: "bg-good-soft" },
  watch: { text: "text-watch", soft: "bg-watch-soft" },
  failed: { text: "text-failed", soft: "bg-failed-soft" },
  neutral: { text: "text-unknown", soft: "bg-unknown-soft" },
  accent: { text: "text-accent", soft: "bg-accent-soft" },
};

/** Any other state: of a host, a run, a command. */
export function Badge({ icon, word, tone, plain }: { icon: LucideIcon; word: string; tone: Tone; plain?: boolean }) {
  return <StatusBadge icon={icon} word={word} text={tones[tone].text} soft={plain ? "" : tones[tone].soft} />;
}

function StatusBadge({ icon: Icon, word, text, soft }: { icon: LucideIcon; word: string; text: string; soft: string }) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 whitespace-nowrap font-medium text-table",
        text,
        soft && "rounded px-1.5 py-0.5",
        soft,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {word}
    </span>
  );
}
