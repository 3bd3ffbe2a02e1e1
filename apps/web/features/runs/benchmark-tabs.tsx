"use client";

import { CalendarClock, FileText, Gauge, Layers, ListOrdered } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/ui/classes";

const tabs = [
  { href: "/benchmarks", name: "Runs", icon: Gauge },
  { href: "/benchmarks/queue", name: "Queue", icon: ListOrdered },
  { href: "/benchmarks/batches", name: "Batches", icon: Layers },
  { href: "/benchmarks/schedules", name: "Schedules", icon: CalendarClock },
  { href: "/benchmarks/plans", name: "Plans", icon: FileText },
] as const;

/** From one list of benchmarks to another. */
export function BenchmarkTabs() {
  const pathname = usePathname();
  return (
    <nav aria-label="Benchmarks" className="flex flex-wrap gap-1 border-b">
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
