"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop, Download, Scale } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { toast } from "sonner";
import { useTRPC } from "@/api/client";
import { refusalOf } from "@/api/refusal";
import { save } from "@/charts/draw/chart-frame";
import { toCsv } from "@/charts/prepare/csv";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Menu, MenuItem } from "@/ui/menu";
import { resultsTable } from "./results";
import type { Run } from "./run-page";

/** Points that a comparison begins with; a sweep of hundreds would be no comparison. */
const comparedPoints = 8;

export function RunActions({ run }: { run: Run }) {
  const measured = run.points.flatMap(({ index, directions }) =>
    directions.map(({ direction }) => `${run.id}.${index}.${direction}`),
  );
  const isOpen = run.state === "requested" || run.state === "running";
  return (
    <>
      {measured.length > 0 ? (
        <>
          <DownloadMenu run={run} />
          <Button asChild>
            <Link href={`/compare?m=${measured.slice(0, comparedPoints).join(",")}&with=reference`}>
              <Scale aria-hidden /> Compare
            </Link>
          </Button>
        </>
      ) : null}
      {isOpen ? <CancelButton run={run} /> : null}
    </>
  );
}

function DownloadMenu({ run }: { run: Run }) {
  const name = `run-${run.serial ?? run.hostname}-${run.requestedAt.toISOString().slice(0, 10)}`;
  return (
    <Menu
      trigger={
        <Button>
          <Download aria-hidden /> Download
        </Button>
      }
    >
      <MenuItem
        onSelect={() =>
          save(new Blob([`${JSON.stringify(run, null, 2)}\n`], { type: "application/json" }), `${name}.json`)
        }
      >
        JSON, with histograms
      </MenuItem>
      <MenuItem onSelect={() => save(new Blob([toCsv(resultsTable(run))], { type: "text/csv" }), `${name}.csv`)}>
        CSV, one line per point
      </MenuItem>
    </Menu>
  );
}

function CancelButton({ run }: { run: Run }) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const whyNot = useWhyNot("benchmark.cancel");
  const asked = run.cancelRequestedAt !== undefined;
  const cancel = useMutation(
    trpc.run.cancel.mutationOptions({
      onSuccess: ({ kind }) => {
        setOpen(false);
        toast.success(kind === "withdrawn" ? "Cancelled: the agent had not taken it." : "The agent was asked to stop.");
        void queryClient.invalidateQueries({ queryKey: trpc.run.get.queryKey({ runId: run.id }) });
      },
    }),
  );
  const refusal = cancel.error ? refusalOf(cancel.error) : undefined;
  return (
    <>
      <Button
        variant="danger"
        disabledReason={whyNot ?? (asked ? "The agent was asked to stop already." : undefined)}
        onClick={() => setOpen(true)}
      >
        <CircleStop aria-hidden /> Cancel the run
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel this run?"
        description="Points that have finished stay. The one that is running ends early, and is kept as interrupted."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Let it run</Button>
            <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ runId: run.id })}>
              Cancel the run
            </Button>
          </>
        }
      >
        <p>
          {run.planName} on {run.targetLabel}, host {run.hostname}.
        </p>
        {refusal ? (
          <div className="mt-3">
            <Banner tone="failed" title={refusal.message}>
              {refusal.remedy}
            </Banner>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}
