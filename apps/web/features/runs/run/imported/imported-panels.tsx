"use client";

import type { Run } from "../run-detail";
import { useChosenPoint } from "../use-chosen-point";
import type { Imported } from "./imported-point";
import { ImportedPointPanel } from "./imported-point-panel";
import { ImportedPointsPanel } from "./imported-points-panel";
import { SourcePanel } from "./source-panel";

interface ImportedPanelsProps {
  readonly run: Run;
  readonly imported: Imported;
}

/** What a file says: where it comes from, its points, and one of them in detail. */
export function ImportedPanels({ run, imported }: ImportedPanelsProps) {
  const [chosen, choose] = useChosenPoint(imported.points);
  return (
    <>
      <SourcePanel run={run} imported={imported} />
      <ImportedPointsPanel points={imported.points} chosen={chosen} onChoose={choose} />
      {chosen === undefined ? null : <ImportedPointPanel run={run} point={chosen} />}
    </>
  );
}
