"use client";

import { CalendarPlus } from "lucide-react";
import Link from "next/link";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";

/** Opens the launch page where a week's times are chosen; says why not to whoever may not. */
export function NewScheduleButton() {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) {
    return (
      <Button variant="primary" disabledReason={whyNot}>
        <CalendarPlus aria-hidden /> New schedule
      </Button>
    );
  }
  return (
    <Button variant="primary" asChild>
      <Link href="/benchmarks/new?many=true&start=weekly">
        <CalendarPlus aria-hidden /> New schedule
      </Link>
    </Button>
  );
}
