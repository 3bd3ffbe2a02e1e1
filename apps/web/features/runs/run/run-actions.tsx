import { Scale } from "lucide-react";
import Link from "next/link";
import { Button } from "@/ui/button";
import { isOpenState } from "../run-state";
import { CancelButton } from "./cancel-button";
import { DownloadMenu } from "./download-menu";
import type { Run } from "./run-detail";

/** Points that a comparison begins with; a sweep of hundreds would be no comparison. */
const comparedPoints = 8;

export function RunActions({ run }: { run: Run }) {
  const measured = run.points.flatMap(({ sequence, directions }) =>
    directions.map(({ direction }) => `${run.id}.${sequence}.${direction}`),
  );
  const isOpen = isOpenState(run.state);
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
