"use client";

import { CalendarClock, FileText, Gauge, Layers, ListOrdered } from "lucide-react";
import { PageTabs } from "@/ui/page-tabs";

const tabs = [
  { href: "/benchmarks", name: "Runs", icon: Gauge },
  { href: "/benchmarks/queue", name: "Queue", icon: ListOrdered },
  { href: "/benchmarks/batches", name: "Batches", icon: Layers },
  { href: "/benchmarks/schedules", name: "Schedules", icon: CalendarClock },
  { href: "/benchmarks/plans", name: "Plans", icon: FileText },
] as const;

/** From one list of benchmarks to another. */
export function BenchmarkTabs() {
  return <PageTabs label="Benchmarks" tabs={tabs} />;
}
