"use client";

import { Download } from "lucide-react";
import { save } from "@/charts/draw/save";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { fioNotes } from "./fio-notes";

interface FioDialogProps {
  readonly file: { readonly name: string; readonly text: string } | undefined;
  /** What it does, in words. */
  readonly what?: string;
  readonly onClose: () => void;
}

/** A job file for fio, with what fio cannot do of the plan said before it is taken. */
export function FioDialog({ file, what = "this plan", onClose }: FioDialogProps) {
  const notes = file === undefined ? [] : fioNotes(file.text);
  return (
    <Dialog
      open={file !== undefined}
      onOpenChange={onClose}
      title="Job file for fio"
      description={
        notes.length === 0
          ? `fio can do all of ${what}.`
          : `fio cannot do all of ${what}. The file says so in comments, where each belongs.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              if (file) save(new Blob([file.text], { type: "text/plain" }), file.name);
              onClose();
            }}
          >
            <Download aria-hidden /> Download {file?.name}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-table">
        {notes.length === 0 ? null : (
          <ul aria-label="What fio cannot do" className="grid list-disc gap-1 pl-5">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <p className="text-muted">
          fio counts latency from the submission of each operation, also at a rate, and measures each point once.
        </p>
      </div>
    </Dialog>
  );
}
