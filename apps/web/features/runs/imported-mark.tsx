import { FileInput } from "lucide-react";
import type { RunHead } from "./run-state";
import { toolWords } from "./tool-words";

/** Stands beside the name of a run that came in a file: it was not measured by an agent of this server. */
export function ImportedMark({ run }: { run: Pick<RunHead, "tool"> }) {
  if (run.tool === undefined) return null;
  return (
    <span
      title="Imported from a file, not measured by an agent of this server"
      className="inline-flex max-w-full items-center gap-1 rounded border px-1 align-middle font-normal text-muted text-xs"
    >
      <FileInput className="size-3 shrink-0" aria-hidden />
      <span className="wrap-anywhere">Imported, {toolWords(run.tool)}</span>
    </span>
  );
}
