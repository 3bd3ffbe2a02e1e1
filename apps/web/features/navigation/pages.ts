import type { Right } from "@crosspoint/services/rights";
import {
  BookOpen,
  Boxes,
  Gauge,
  HardDrive,
  LayoutDashboard,
  type LucideIcon,
  Scale,
  ScrollText,
  Server,
  Settings,
} from "lucide-react";

export interface PageEntry {
  readonly href: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly right: Right;
  /** What of it waits, counted beside its name. */
  readonly counts?: "queuedRuns";
}

/** The pages of the rail and of the command palette, in their order. */
export const pages: readonly PageEntry[] = [
  { href: "/fleet", name: "Fleet", icon: LayoutDashboard, right: "fleet.view" },
  { href: "/drives", name: "Drives", icon: HardDrive, right: "fleet.view" },
  { href: "/hosts", name: "Hosts", icon: Server, right: "fleet.view" },
  { href: "/groups", name: "Groups", icon: Boxes, right: "fleet.view" },
  { href: "/benchmarks", name: "Benchmarks", icon: Gauge, right: "benchmark.view", counts: "queuedRuns" },
  { href: "/compare", name: "Compare", icon: Scale, right: "benchmark.view" },
  { href: "/catalog", name: "Catalog", icon: BookOpen, right: "catalog.view" },
  { href: "/audit", name: "Audit", icon: ScrollText, right: "audit.view" },
  { href: "/settings", name: "Settings", icon: Settings, right: "fleet.view" },
];

/** Remembers on this browser whether the rail is narrow, so that the server draws it so at once. */
export const railCookie = "crosspoint_rail";
