import { formatBytes } from "@crosspoint/domain";
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, Upload, X } from "lucide-react";
import { Bar } from "@/ui/bar";
import { Button } from "@/ui/button";
import { Quantity } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { FileReport } from "./file-report";
import type { FileRefusal, FileState, ImportedFile } from "./files";

interface FileRowProps {
  readonly file: ImportedFile;
  readonly isSending: boolean;
  readonly onRemove: () => void;
  readonly onAgain: () => void;
}

/** A file and what became of it. */
export function FileRow({ file, isSending, onRemove, onAgain }: FileRowProps) {
  const { name, bytes, parts, state } = file;
  const mayRemove = state.kind !== "sending" && state.kind !== "reading";
  return (
    <li aria-label={name} className="grid gap-2 border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere min-w-0 font-mono text-table">{name}</span>
        <span className="text-muted text-table">
          <Quantity of={formatBytes(bytes)} />
          {parts.length > 1 ? `, ${parts.length} logs` : ""}
        </span>
        <span className="ml-auto flex items-center gap-2">
          <StateOfFile state={state} />
          {state.kind === "refused" && state.refusal.mayTryAgain ? (
            <Button size="small" busy={isSending} aria-label={`Try again with ${name}`} onClick={onAgain}>
              Try again
            </Button>
          ) : null}
          {mayRemove ? (
            <Button
              size="icon-small"
              variant="ghost"
              aria-label={`Remove ${name} from the list`}
              title="Remove from the list"
              onClick={onRemove}
            >
              <X aria-hidden />
            </Button>
          ) : null}
        </span>
      </div>
      {state.kind === "imported" ? <FileReport outcome={state.outcome} /> : null}
      {state.kind === "refused" ? <Refused refusal={state.refusal} /> : null}
    </li>
  );
}

function StateOfFile({ state }: { state: FileState }) {
  switch (state.kind) {
    case "ready":
      return <Badge icon={CircleDashed} word="Ready" tone="neutral" plain />;
    case "sending": {
      const percent = Math.round(state.share * 100);
      return (
        <>
          <Bar percent={percent} />
          <Badge icon={Upload} word={`Sending, ${percent} %`} tone="accent" plain />
        </>
      );
    }
    case "reading":
      return <Badge icon={LoaderCircle} word="Reading" tone="accent" plain />;
    case "imported":
      return <Badge icon={CircleCheck} word={state.outcome.wasKnown ? "Already imported" : "Imported"} tone="good" />;
    case "refused":
      return <Badge icon={CircleX} word="Refused" tone="failed" />;
  }
}

function Refused({ refusal: { message, path, remedy } }: { refusal: FileRefusal }) {
  return (
    <p className="wrap-anywhere text-table">
      {path === undefined ? null : (
        <>
          <code className="text-xs">{path}</code>:{" "}
        </>
      )}
      {message} {remedy === undefined ? null : <span className="text-muted">{remedy}</span>}
    </p>
  );
}
