"use client";

import { CircleArrowUp } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";

/** As many as the server takes at once. */
const hostsMost = 500;

const UpgradeDialog = dynamic(() => import("./upgrade-dialog").then((module) => module.UpgradeDialog), { ssr: false });

/** Opens the preview of an upgrade of these hosts' agents. */
export function UpgradeButton({ hostIds }: { hostIds: readonly string[] }) {
  const [asked, setAsked] = useState<readonly string[]>();
  const mayNot = useWhyNot("host.upgrade");
  const tooMany = hostIds.length > hostsMost ? `At most ${hostsMost} hosts are upgraded at once.` : undefined;
  return (
    <>
      <Button disabledReason={mayNot ?? tooMany} onClick={() => setAsked(hostIds)}>
        <CircleArrowUp aria-hidden /> {hostIds.length === 1 ? "Upgrade agent…" : "Upgrade agents…"}
      </Button>
      {asked === undefined ? null : <UpgradeDialog hostIds={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
