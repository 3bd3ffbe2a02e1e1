"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";

/** Opens the builder; says why not to whoever may not save. */
export function NewPlanButton() {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) {
    return (
      <Button variant="primary" disabledReason={whyNot}>
        <Plus aria-hidden /> New plan
      </Button>
    );
  }
  return (
    <Button variant="primary" asChild>
      <Link href="/benchmarks/plans/new">
        <Plus aria-hidden /> New plan
      </Link>
    </Button>
  );
}
