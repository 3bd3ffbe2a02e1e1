import { Panel } from "@/ui/panel";
import type { Run } from "../run-detail";
import { framesOf } from "./frames";
import { NearPeakTable } from "./near-peak";
import { sweepsOf } from "./sweeps";

/** Where the depth sweeps of a run come near their peak, on its report. */
export function NearPeakPanel({ run }: { run: Run }) {
  const depths = sweepsOf(run).filter(({ axis }) => axis === "depth");
  if (depths.length === 0) return null;
  return (
    <Panel title="Near the peak" flush>
      <NearPeakTable frames={framesOf(depths)} />
    </Panel>
  );
}
