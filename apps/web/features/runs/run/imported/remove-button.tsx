"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { Run } from "../run-detail";
import { removalWords } from "./removal-words";

/** Removes a run that came in a file, once a person has seen what goes with it. */
export function RemoveButton({ run }: { run: Run }) {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("benchmark.import");
  return (
    <>
      <Button variant="danger" disabledReason={whyNot} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Remove import
      </Button>
      {open ? <RemoveDialog run={run} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RemoveDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const cache = useQueryClient();
  const preview = useQuery(trpc.result.previewRemoval.queryOptions({ runId: run.id }));
  const remove = useMutation(
    trpc.result.removeImport.mutationOptions({
      onSuccess: () => {
        router.push("/benchmarks");
        void cache.invalidateQueries(trpc.run.list.pathFilter());
      },
    }),
  );
  const error = remove.error ?? preview.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Remove ${run.imported?.fileName ?? "imported run"}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending || remove.isSuccess}
            disabledReason={preview.data === undefined ? "Checking…" : undefined}
            onClick={() => remove.mutate({ runId: run.id })}
          >
            Remove import
          </Button>
        </>
      }
    >
      {error ? <Banner tone="failed" title={error.message} /> : null}
      <p>
        {preview.data === undefined ? "Checking…" : removalWords(preview.data)} This can't be undone, but the file can
        be imported again.
      </p>
    </Dialog>
  );
}
