"use client";

import { Boxes, CalendarClock } from "lucide-react";
import { PageTabs } from "@/ui/page-tabs";

const tabs = [
  { href: "/groups", name: "Groups", icon: Boxes },
  { href: "/groups/maintenance", name: "Maintenance windows", icon: CalendarClock },
] as const;

/** From groups to what is planned for them. */
export function GroupTabs() {
  return <PageTabs label="Groups" tabs={tabs} />;
}
