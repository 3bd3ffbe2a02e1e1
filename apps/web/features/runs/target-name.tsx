import type { RunHead } from "./run-state";

type Target = Partial<Pick<RunHead, "volume">> & Pick<RunHead, "model" | "productName" | "serial" | "targetLabel">;

/** The catalog's name of the model, else its number, and the serial in monospace. */
export function TargetName({ run }: { run: Target }) {
  if (run.volume !== undefined) return run.targetLabel;
  if (run.model === undefined || run.serial === undefined)
    return <span className="font-mono text-table">{run.targetLabel}</span>;
  const rest = run.targetLabel.replace(`${run.model} ${run.serial}`, "");
  return (
    <>
      <span title={run.productName && run.model}>{run.productName ?? run.model}</span>{" "}
      <span className="font-mono text-table">{run.serial}</span>
      {rest}
    </>
  );
}
