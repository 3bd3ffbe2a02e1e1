"use client";

import { MapPin } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";

const DescribeHostsDialog = dynamic(
  () => import("./describe-hosts-dialog").then((dialog) => dialog.DescribeHostsDialog),
  { ssr: false },
);

/** As many hosts as one request may name. */
const most = 500;

/** Sets rack, role and tags of the selected hosts. */
export function DescribeHostsButton({ hostIds }: { hostIds: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("fleet.organize");
  const tooMany = hostIds.length > most ? `At most ${most} hosts at once.` : undefined;
  return (
    <>
      <Button disabledReason={whyNot ?? tooMany} onClick={() => setOpen(true)}>
        <MapPin aria-hidden /> Rack, role, tags…
      </Button>
      {open ? <DescribeHostsDialog hostIds={hostIds} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
