"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";

/** Opens the launch page; says why not to whoever may not. */
export function NewBenchmarkButton({ driveId }: { driveId?: string }) {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) {
    return (
      <Button variant="primary" disabledReason={whyNot}>
        <Plus aria-hidden /> New benchmark
      </Button>
    );
  }
  return (
    <Button variant="primary" asChild>
      <Link href={driveId === undefined ? "/benchmarks/new" : `/benchmarks/new?drive=${driveId}`}>
        <Plus aria-hidden /> New benchmark
      </Link>
    </Button>
  );
}
