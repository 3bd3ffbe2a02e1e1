"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";

interface DropZoneProps {
  readonly disabledReason: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files by drag and drop, or by the browser's own dialog. */
export function DropZone({ disabledReason, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (disabledReason === undefined) onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label="Files to import"
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cn(
        "grid justify-items-center gap-3 rounded-lg border border-dashed bg-surface px-4 py-8 text-center",
        isOver && disabledReason === undefined ? "border-accent bg-accent-soft" : "border-border-strong/60",
      )}
    >
      <FileUp className="size-6 text-muted" aria-hidden />
      <div className="grid gap-1">
        <p className="font-medium">Drop files here</p>
        <p className="max-w-140 text-muted text-table">
          fio JSON or JSON+, fio histogram logs, HdrHistogram logs (.hlog), and runs exported from Crosspoint as JSON;
          at most 16 MiB each.
        </p>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files of results"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <Button disabledReason={disabledReason} onClick={() => input.current?.click()}>
        Choose files…
      </Button>
    </section>
  );
}
