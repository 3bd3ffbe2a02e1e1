"use client";

import { ChevronRight, Menu as MenuIcon, Search } from "lucide-react";
import Link from "next/link";
import { Fragment } from "react";
import { Button } from "@/ui/button";
import { closePopover, Popover } from "@/ui/popover";
import { AccountItems } from "./account-menu";
import { usePalette } from "./command-palette";
import { LiveIndicator } from "./live-indicator";
import { PageLinks } from "./rail";

export interface Crumb {
  readonly name: string;
  readonly href?: string;
}

export function TopBar({ crumbs }: { crumbs: readonly Crumb[] }) {
  const palette = usePalette();
  return (
    <div className="sticky top-0 z-30 flex print:hidden h-12 items-center gap-2 border-b bg-background/95 px-3 backdrop-blur-sm md:px-6">
      <NarrowMenu />
      <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
        <ol className="flex min-w-0 items-center gap-1 text-muted text-table">
          {crumbs.map((crumb, index) => (
            <Fragment key={`${crumb.href ?? ""}${crumb.name}`}>
              {index > 0 ? <ChevronRight className="size-3.5 shrink-0" aria-hidden /> : null}
              <li className={index === crumbs.length - 1 ? "truncate text-text" : "shrink-0"}>
                {crumb.href ? (
                  <Link href={crumb.href} className="hover:text-text hover:underline">
                    {crumb.name}
                  </Link>
                ) : (
                  <span aria-current="page">{crumb.name}</span>
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
      <LiveIndicator />
      <Button
        size="small"
        className="gap-2 text-muted"
        onClick={palette.open}
        onPointerEnter={palette.prepare}
        aria-keyshortcuts="Control+K"
      >
        <Search aria-hidden />
        <span className="sr-only sm:not-sr-only">Search</span>
        <kbd aria-hidden className="hidden rounded border px-1 font-sans text-xs sm:inline">
          Ctrl K
        </kbd>
      </Button>
    </div>
  );
}

/** The rail's entries where the rail has no room. */
function NarrowMenu() {
  return (
    <Popover
      label="Pages"
      className="w-56 p-2"
      trigger={
        <Button variant="ghost" size="icon" className="md:hidden" aria-label="Pages">
          <MenuIcon aria-hidden />
        </Button>
      }
    >
      <PageLinks collapsed={false} onFollow={closePopover} />
      <div className="mt-2 border-t pt-2">
        <AccountItems />
      </div>
    </Popover>
  );
}
