import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./classes";
import { Tooltip } from "./tooltip";

const button = cva(
  "inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
        secondary: "border-border bg-surface text-text hover:bg-hover",
        ghost: "border-transparent bg-transparent text-text hover:bg-hover",
        danger: "border-danger/50 bg-surface text-danger hover:bg-failed-soft",
      },
      size: {
        normal: "h-8 px-3 text-sm",
        small: "h-7 px-2 text-table",
        icon: "size-8 p-0",
        "icon-small": "size-6 p-0",
      },
    },
    defaultVariants: { variant: "secondary", size: "normal" },
  },
);

interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof button> {
  /** Lends the look to a link inside. */
  asChild?: boolean;
  /** Why it cannot be pressed now. It stays focusable, so that everyone can learn the reason. */
  disabledReason?: string | undefined;
  /** Shows that the work is under way, and ignores further presses. */
  busy?: boolean;
}

export function Button({ variant, size, className, asChild, disabledReason, busy, ...props }: ButtonProps) {
  const classes = cn(button({ variant, size }), className);
  if (disabledReason !== undefined) {
    return (
      <Tooltip text={disabledReason}>
        <button {...props} type="button" aria-disabled="true" className={classes} onClick={(e) => e.preventDefault()} />
      </Tooltip>
    );
  }
  if (asChild) return <Slot.Root {...props} className={classes} />;
  return <button type="button" {...props} className={classes} disabled={props.disabled || busy} aria-busy={busy} />;
}
