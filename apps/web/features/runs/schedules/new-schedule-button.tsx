"use client";

import { CalendarPlus } from "lucide-react";
import { LaunchLinkButton } from "@/features/access/launch-link-button";

/** Opens the launch page where a week's times are chosen. */
export function NewScheduleButton() {
  return <LaunchLinkButton href="/benchmarks/new?many=true&start=weekly" icon={CalendarPlus} label="New schedule" />;
}
