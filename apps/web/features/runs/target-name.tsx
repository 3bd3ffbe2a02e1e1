import type { RunHead } from "./run-state";

/** Model, and the serial in monospace. */
export function TargetName({ run }: { run: Pick<RunHead, "model" | "serial" | "targetLabel"> }) {
  if (run.model === undefined || run.serial === undefined)
    return <span className="font-mono text-table">{run.targetLabel}</span>;
  const rest = run.targetLabel.replace(`${run.model} ${run.serial}`, "");
  return (
    <>
      {run.model} <span className="font-mono text-table">{run.serial}</span>
      {rest}
    </>
  );
}
