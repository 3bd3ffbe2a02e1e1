"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { type DragEvent, lazy, Suspense, useState } from "react";
import { useActor, useWhyNot } from "@/features/access/actor";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import { draftId, writeDraft } from "../builder/draft/stored-drafts";
import { draftAddress, importedDraft } from "../draft-address";

/** The reader of YAML and the contract come once somebody imports. */
const ReadPlan = lazy(async () => ({ default: (await import("./imported-plan")).ImportedPlan }));

/** Takes a plan from YAML or JSON, pasted or as a file, to the builder. */
export function ImportButton() {
  const [open, setOpen] = useState(false);
  const whyNot = useWhyNot("benchmark.launch");
  return (
    <>
      <Button disabledReason={whyNot} onClick={() => setOpen(true)}>
        <Upload aria-hidden /> Import
      </Button>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [isFull, setFull] = useState(false);
  const router = useRouter();
  const { id: personId } = useActor();
  const openInBuilder = (document: unknown, unreadable: string | undefined) => {
    const savedAtMs = Date.now();
    const name = importedDraft(savedAtMs);
    const kept = writeDraft(localStorage, { id: draftId(personId, name), savedAtMs, document, text: unreadable });
    setFull(!kept);
    if (kept) router.push(draftAddress(name));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import a plan"
      description="YAML or JSON, as uring-bench plan and another Crosspoint write it. Nothing is saved yet."
    >
      <div className="grid gap-3">
        <TextOrFile text={text} onText={setText} />
        {text.trim() === "" ? null : (
          <Suspense fallback={<Skeleton className="h-16" />}>
            <ReadPlan text={text} onOpen={openInBuilder} />
          </Suspense>
        )}
        {isFull ? (
          <p role="alert" className="text-danger text-table">
            This browser has no room for the plan. Save or discard other drafts, or clear its storage for this site.
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Larger files are no plans. */
const fileBytesMax = 1_000_000;

function TextOrFile({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(file.size > fileBytesMax ? `${file.name} is too large for a plan.` : undefined);
    if (file.size <= fileBytesMax) onText(await file.text());
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <textarea
        aria-label="Plan as YAML or JSON"
        rows={10}
        spellCheck={false}
        wrap="off"
        placeholder="Paste here, or drop a file"
        className="w-full rounded-md border border-border-strong/60 bg-surface px-2.5 py-2 font-mono text-xs placeholder:text-muted"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      />
      <label className="grid gap-1 text-table">
        <span className="font-medium">Or choose a file</span>
        <input
          type="file"
          accept=".yaml,.yml,.json,application/json,application/yaml"
          className="max-w-full text-muted"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </label>
      {problem === undefined ? null : (
        <p role="alert" className="text-danger text-table">
          {problem}
        </p>
      )}
    </>
  );
}
