"use client";

import { CircleStop } from "lucide-react";
import { useState } from "react";
import { useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { CancelRunDialog } from "../cancel-run-dialog";
import type { Run } from "./run-detail";

/** Asks the agent to stop, once a person confirmed it; again where that had no effect. */
export function CancelButton({ run }: { run: Run }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("benchmark.cancel");
  const asked = run.cancelRequestedAt !== undefined && run.hostId !== undefined;
  return (
    <>
      <Button variant="danger" disabledReason={whyNot} onClick={() => setOpen(true)}>
        <CircleStop aria-hidden /> {asked ? "Cancel again" : "Cancel run"}
      </Button>
      <CancelRunDialog
        open={open}
        onOpenChange={setOpen}
        run={{ ...run, runId: run.id, waits: run.state === "queued" }}
      />
    </>
  );
}
