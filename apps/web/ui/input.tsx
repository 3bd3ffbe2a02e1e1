import type { ComponentProps } from "react";
import { cn } from "./classes";

export const fieldClasses =
  "h-8 w-full rounded-md border border-border-strong/60 bg-surface px-2.5 text-sm text-text placeholder:text-muted hover:border-border-strong aria-invalid:border-danger disabled:opacity-60";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...props} className={cn(fieldClasses, className)} />;
}
