"use client";

import { LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useTheme } from "next-themes";
import { useActor } from "@/features/access/actor";
import { signOut } from "@/features/access/session";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/menu";

/** Who is signed in, the theme, and the way out. */
export function AccountMenu({ collapsed }: { collapsed: boolean }) {
  const { name, email, role } = useActor();
  const { setTheme } = useTheme();
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={`${name}: account and theme`}
          className="flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-muted hover:bg-hover hover:text-text"
        >
          <UserRound className="size-4 shrink-0" aria-hidden />
          {collapsed ? null : <span className="truncate">{name}</span>}
        </button>
      }
    >
      <MenuLabel>
        {email}, {role}
      </MenuLabel>
      <MenuSeparator />
      <MenuItem onSelect={() => setTheme("light")}>
        <Sun aria-hidden /> Light
      </MenuItem>
      <MenuItem onSelect={() => setTheme("dark")}>
        <Moon aria-hidden /> Dark
      </MenuItem>
      <MenuItem onSelect={() => setTheme("system")}>
        <Monitor aria-hidden /> As the system
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}
