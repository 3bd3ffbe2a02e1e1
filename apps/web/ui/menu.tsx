"use client";

import type { ReactElement, ReactNode } from "react";
import { closePopover, Popover } from "./popover";

interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement;
  readonly label?: string;
  readonly children: ReactNode;
}

/** Things to do, behind a button. */
export function Menu({ trigger, label = "Menu", children }: MenuProps) {
  return (
    <Popover trigger={trigger} label={label} className="min-w-44 p-1">
      {children}
    </Popover>
  );
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Of a button in a menu. */
export const menuItemClass =
  "flex h-8 w-full items-center gap-2 rounded px-2 text-left hover:bg-hover disabled:opacity-50 [&_svg]:size-4";

/** Does it and closes the menu. */
export function MenuItem({ onSelect, disabled, children }: MenuItemProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={(event) => {
        closePopover(event.currentTarget);
        onSelect();
      }}
      className={menuItemClass}
    >
      {children}
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <p className="px-2 py-1.5 text-muted text-xs">{children}</p>;
}

export function MenuSeparator() {
  return <hr className="my-1 border-t" />;
}
