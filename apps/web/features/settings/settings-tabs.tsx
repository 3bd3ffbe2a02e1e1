"use client";

import { BookOpenCheck, Database, FileWarning, SlidersHorizontal, Users } from "lucide-react";
import { PageTabs } from "@/ui/page-tabs";

const tabs = [
  { href: "/settings", name: "People and sessions", icon: Users },
  { href: "/settings/thresholds", name: "Health thresholds", icon: SlidersHorizontal },
  { href: "/settings/rules", name: "Health rules", icon: BookOpenCheck },
  { href: "/settings/firmware", name: "Firmware notices", icon: FileWarning },
  { href: "/settings/storage", name: "Storage", icon: Database },
] as const;

/** From one part of the settings to the others. */
export function SettingsTabs() {
  return <PageTabs label="Settings" tabs={tabs} />;
}
