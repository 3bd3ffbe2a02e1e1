"use client";

import { hasRight } from "@crosspoint/services/rights";
import { useQuery } from "@tanstack/react-query";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useActor } from "@/features/access/actor";
import { cn } from "@/ui/classes";
import { Logo } from "@/ui/logo";
import { Tooltip } from "@/ui/tooltip";
import { AccountMenu } from "./account-menu";
import { type PageEntry, pages, railCookie } from "./pages";

const cookieAgeS = 365 * 86_400;

/** The left rail from 768 px on; below that the same entries stand in the top bar's menu. */
export function Rail({ initiallyCollapsed }: { initiallyCollapsed: boolean }) {
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const toggle = () => {
    setCollapsed(!collapsed);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
    document.cookie = `${railCookie}=${collapsed ? "open" : "collapsed"}; path=/; max-age=${cookieAgeS}; samesite=lax`;
  };
  const ToggleIcon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav
      aria-label="Pages"
      className={cn(
        "sticky top-0 hidden h-dvh shrink-0 flex-col border-r bg-surface px-2 pb-2 md:flex print:hidden",
        collapsed ? "w-13" : "w-52",
      )}
    >
      <Link
        href="/fleet"
        className="flex h-12 items-center gap-2 px-2 font-semibold"
        aria-label="Crosspoint, to the fleet"
      >
        <Logo className="size-5 shrink-0 text-accent" />
        {collapsed ? null : "Crosspoint"}
      </Link>
      <PageLinks collapsed={collapsed} />
      <div className="mt-auto grid gap-0.5">
        <button
          type="button"
          onClick={toggle}
          aria-expanded={!collapsed}
          aria-label={collapsed ? "Expand sidebar" : "Collapse sidebar"}
          className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text"
        >
          <ToggleIcon className="size-4 shrink-0" aria-hidden />
          {collapsed ? null : "Collapse sidebar"}
        </button>
        <AccountMenu collapsed={collapsed} />
      </div>
    </nav>
  );
}

interface PageLinksProps {
  readonly collapsed: boolean;
  readonly onFollow?: (link: Element) => void;
}

export function PageLinks({ collapsed, onFollow }: PageLinksProps) {
  const actor = useActor();
  const pathname = usePathname();
  return (
    <ul className="grid gap-0.5">
      {pages
        .filter((page) => hasRight(actor, page.right))
        .map((page) => (
          <li key={page.href}>
            <PageLink page={page} collapsed={collapsed} current={isWithin(pathname, page.href)} onFollow={onFollow} />
          </li>
        ))}
    </ul>
  );
}

interface PageLinkProps {
  readonly page: PageEntry;
  readonly collapsed: boolean;
  readonly current: boolean;
  readonly onFollow: ((link: Element) => void) | undefined;
}

function PageLink({ page, collapsed, current, onFollow }: PageLinkProps) {
  const link = (
    <Link
      href={page.href}
      onClick={(event) => onFollow?.(event.currentTarget)}
      aria-current={current ? "page" : undefined}
      aria-label={collapsed ? page.name : undefined}
      className={cn(
        "relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text",
        current && "bg-accent-soft font-medium text-accent hover:bg-accent-soft hover:text-accent",
      )}
    >
      <page.icon className="size-4 shrink-0" aria-hidden />
      {collapsed ? null : page.name}
      {page.counts === undefined ? null : <QueuedCount collapsed={collapsed} />}
    </Link>
  );
  return collapsed ? <Tooltip text={page.name}>{link}</Tooltip> : link;
}

/** How many runs wait for their turn; nothing where none does. */
function QueuedCount({ collapsed }: { collapsed: boolean }) {
  const { data: queued = 0 } = useQuery(useTRPC().run.countQueued.queryOptions());
  if (queued === 0) return null;
  return (
    <span
      title={`${queued} queued`}
      className={cn(
        "rounded-full bg-accent-soft px-1.5 text-accent text-xs tabular-nums",
        collapsed ? "absolute top-0 right-0" : "ml-auto",
      )}
    >
      {queued > 99 ? "99+" : queued}
      <span className="sr-only"> queued</span>
    </span>
  );
}

function isWithin(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
