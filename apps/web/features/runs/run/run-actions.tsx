import { FileText, Scale } from "lucide-react";
import Link from "next/link";
import { Button } from "@/ui/button";
import { isOpenState } from "../run-state";
import { AgainButton } from "./again-button";
import { CancelButton } from "./cancel-button";
import { ExportMenu } from "./export-menu";
import { RemoveButton } from "./imported/remove-button";
import { isPrecondition, type Run } from "./run-detail";

/** Points that a comparison begins with; a sweep of hundreds would be no comparison. */
const comparedPoints = 8;

export function RunActions({ run }: { run: Run }) {
  const comparable = run.points
    .filter((point) => !point.isStreamed && !isPrecondition(point))
    .flatMap(({ sequence, directions }) => directions.map(({ direction }) => `${run.id}.${sequence}.${direction}`));
  const isOpen = isOpenState(run.state);
  return (
    <>
      {run.tool !== undefined || run.points.some(({ directions }) => directions.length > 0) ? (
        <ExportMenu run={run} />
      ) : null}
      {isOpen || run.tool !== undefined ? null : (
        <Button asChild>
          <Link href={`/benchmarks/${run.id}/report`}>
            <FileText aria-hidden /> Report
          </Link>
        </Button>
      )}
      {comparable.length > 0 ? (
        <Button asChild>
          <Link href={`/compare?m=${comparable.slice(0, comparedPoints).join(",")}&with=reference`}>
            <Scale aria-hidden /> Compare
          </Link>
        </Button>
      ) : null}
      {isOpen || run.origin !== "agent" ? null : <AgainButton runId={run.id} />}
      {isOpen ? <CancelButton run={run} /> : null}
      {run.imported === undefined ? null : <RemoveButton run={run} />}
    </>
  );
}
