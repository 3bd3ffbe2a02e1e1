"use client";

import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "./classes";

export interface PageTab {
  readonly href: string;
  readonly name: string;
  readonly icon: LucideIcon;
}

/** Links between pages of one kind, under their title. */
export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 border-b">
      {tabs.map(({ href, name, icon: Icon }) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? "page" : undefined}
          className={cn(
            "-mb-px inline-flex h-9 items-center gap-1.5 border-b-2 px-2.5 text-table [&_svg]:size-4",
            pathname === href
              ? "border-accent font-medium text-accent"
              : "border-transparent text-muted hover:text-text",
          )}
        >
          <Icon aria-hidden /> {name}
        </Link>
      ))}
    </nav>
  );
}
