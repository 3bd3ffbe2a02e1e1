import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Why there is nothing here, and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <Icon className="size-7 text-muted" strokeWidth={1.5} aria-hidden />
      <h2 className="font-semibold">{title}</h2>
      {children ? <div className="max-w-[60ch] text-muted">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
