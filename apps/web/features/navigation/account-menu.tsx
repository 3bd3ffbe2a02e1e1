"use client";

import { LogOut, type LucideIcon, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useTheme } from "next-themes";
import { useActor } from "@/features/access/actor";
import { signOut } from "@/features/access/session";
import { closePopover, Popover } from "@/ui/popover";

const themes: readonly (readonly [theme: string, name: string, icon: LucideIcon])[] = [
  ["light", "Light", Sun],
  ["dark", "Dark", Moon],
  ["system", "As the system", Monitor],
];

/** Who is signed in, the theme, and the way out: behind a button. */
export function AccountMenu({ collapsed }: { collapsed: boolean }) {
  const { name } = useActor();
  return (
    <Popover
      label="Account and theme"
      className="w-60 p-1"
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
      <AccountItems />
    </Popover>
  );
}

/** What the account menu offers. */
export function AccountItems() {
  const { email, role } = useActor();
  const { theme: current, setTheme } = useTheme();
  return (
    <div className="text-table">
      <p className="wrap-anywhere px-2 py-1.5 text-muted text-xs">
        {email}, {role}
      </p>
      <ul aria-label="Theme" className="border-t py-1">
        {themes.map(([theme, name, icon]) => (
          <li key={theme}>
            <Item icon={icon} pressed={theme === current} onPress={() => setTheme(theme)}>
              {name}
            </Item>
          </li>
        ))}
      </ul>
      <div className="border-t pt-1">
        <Item icon={LogOut} onPress={() => void signOut()}>
          Sign out
        </Item>
      </div>
    </div>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly pressed?: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

function Item({ icon: Icon, pressed, onPress, children }: ItemProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={(event) => {
        closePopover(event.currentTarget);
        onPress();
      }}
      className="flex h-8 w-full items-center gap-2 rounded px-2 text-left hover:bg-hover aria-pressed:font-medium aria-pressed:text-accent"
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {children}
    </button>
  );
}
