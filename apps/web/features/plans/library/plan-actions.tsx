"use client";

import { Play } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { Inputs } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { newPlanAddress } from "../draft-address";
import { PlanExportMenu } from "./plan-export-menu";

interface PlanActionsProps {
  /** As the launch page's URL names it. */
  readonly planKey: string;
  readonly name: string;
  readonly plan: Inputs["plan"]["text"]["plan"];
  readonly children?: ReactNode;
}

/** What can be done with a plan of the list. */
export function PlanActions({ planKey, name, plan, children }: PlanActionsProps) {
  return (
    <span className="flex items-center justify-end gap-1">
      <LinkOrWhy href={newPlanAddress(planKey)} label={`Start from this: ${name}`}>
        Start from this
      </LinkOrWhy>
      <LinkOrWhy href={`/benchmarks/new?plan=${planKey}`} label={`Run ${name}`}>
        <Play aria-hidden /> Run
      </LinkOrWhy>
      <PlanExportMenu plan={plan} name={name} />
      {children}
    </span>
  );
}

function LinkOrWhy({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) {
    return (
      <Button size="small" aria-label={label} disabledReason={whyNot}>
        {children}
      </Button>
    );
  }
  return (
    <Button size="small" asChild>
      <Link href={href} aria-label={label} prefetch={false}>
        {children}
      </Link>
    </Button>
  );
}
