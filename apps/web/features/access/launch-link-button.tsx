"use client";

import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";

interface LaunchLinkButtonProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly label: string;
}

/** Opens a page for those who may launch benchmarks; says why not to others. */
export function LaunchLinkButton({ href, icon: Icon, label }: LaunchLinkButtonProps) {
  const whyNot = useWhyNot("benchmark.launch");
  if (whyNot !== undefined) {
    return (
      <Button variant="primary" disabledReason={whyNot}>
        <Icon aria-hidden /> {label}
      </Button>
    );
  }
  return (
    <Button variant="primary" asChild>
      <Link href={href}>
        <Icon aria-hidden /> {label}
      </Link>
    </Button>
  );
}
