"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useWhyNot } from "@/features/access/actor";
import { launchManyAddress } from "@/features/plans/launch-address";
import { Button } from "@/ui/button";

/** Opens the launch page; says why not to whoever may not. */
export function NewBenchmarkButton({ driveId, many }: { driveId?: string; many?: boolean }) {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) {
    return (
      <Button variant="primary" disabledReason={whyNot}>
        <Plus aria-hidden /> New benchmark
      </Button>
    );
  }
  const one = driveId === undefined ? "/benchmarks/new" : `/benchmarks/new?drive=${driveId}`;
  return (
    <Button variant="primary" asChild>
      <Link href={many ? launchManyAddress : one}>
        <Plus aria-hidden /> New benchmark
      </Link>
    </Button>
  );
}
