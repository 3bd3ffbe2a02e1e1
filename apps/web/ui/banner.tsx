import { CircleX, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./classes";

const looks: Record<"info" | "watch" | "failed", { icon: LucideIcon; classes: string }> = {
  info: { icon: Info, classes: "border-accent/30 bg-accent-soft [&>svg]:text-accent" },
  watch: { icon: TriangleAlert, classes: "border-watch/40 bg-watch-soft [&>svg]:text-watch" },
  failed: { icon: CircleX, classes: "border-failed/40 bg-failed-soft [&>svg]:text-failed" },
};

interface BannerProps {
  readonly tone: keyof typeof looks;
  readonly title: ReactNode;
  /** What to do about it. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** What happened, to what, and what to do. */
export function Banner({ tone, title, children, action }: BannerProps) {
  const { icon: Icon, classes } = looks[tone];
  return (
    <div
      role={tone === "failed" ? "alert" : "status"}
      className={cn("flex items-start gap-2.5 rounded-lg border px-3 py-2.5", classes)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{title}</p>
        {children ? <div className="mt-0.5 break-words text-table">{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
